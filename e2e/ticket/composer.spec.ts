import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, note, readTicket, reply, statusesOf, widthTooMuch } from './ticket-support.ts';

test.describe('the composer', () => {
  test('a reply goes out once, however often it is pressed, by the channel of the customer or another that is chosen', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site, { channel: 'whatsapp' });
    await signIn(page, site, { path: `/tickets/${id}` });
    await reply(page).fill('It is the cable.\nBring it on Monday.');
    await expect(page.getByRole('button', { name: 'Channel: WhatsApp' })).toBeVisible();
    await expect(page.getByText('Nothing is emailed')).toBeVisible();
    await checkA11y(page);
    await button(page, 'Send reply').dblclick();
    await expect(page.getByRole('article', { name: /^Comment by End to end/ })).toContainText('It is the cable.');
    await expect(reply(page)).toHaveValue('');

    await page.getByRole('button', { name: 'Channel: WhatsApp' }).click();
    await expect(page.getByRole('menuitemradio', { name: /^WhatsApp/ })).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitemradio', { name: 'SMS' }).click();
    await reply(page).fill('By another way');
    await button(page, 'Send reply').click();
    await expect(page.getByRole('article')).toHaveCount(3);
    expect((await readTicket(site, id)).comments.slice(1)).toEqual([
      { body: 'It is the cable.\nBring it on Monday.', visibility: 'public', channel: 'whatsapp' },
      { body: 'By another way', visibility: 'public', channel: 'sms' },
    ]);
  });

  test('Shift N writes a note as soon as the composer shows, also while the rest of the ticket loads', async ({
    page,
    site,
  }) => {
    await makeTicket(site, { subject: 'Bell is mute' });
    await signIn(page, site, { path: '/inbox' });
    await expect(page.getByRole('link', { name: 'Bell is mute' })).toBeVisible();
    const held = Promise.withResolvers<undefined>();
    await intercept(page, /resource=ticket&/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Bell is mute' }).click();
    await page.getByRole('button', { name: 'Open on its own page' }).click();
    await expect(page.getByRole('grid', { name: 'Tickets' })).toHaveCount(0);
    await expect(reply(page)).toBeVisible();
    await page.keyboard.press('Shift+N');
    await expect(note(page)).toBeFocused();
    await page.keyboard.type('For the team');
    held.resolve(undefined);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(note(page)).toBeFocused();
    await expect(note(page)).toHaveValue('For the team');
  });

  test('by keyboard alone: a note, then a reply that resolves, then on to the ticket', async ({ page, site }) => {
    const ticket = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${ticket.id}` });
    await expect(reply(page)).toBeVisible();
    await page.keyboard.press('Shift+N');
    await expect(note(page)).toBeFocused();
    await page.keyboard.type('For the team: e.');
    await expect(page.getByText('Only your team can read it.')).toBeVisible();
    await checkA11y(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: 'Internal note by End to end' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note(page)).not.toBeFocused();
    await page.keyboard.press('Shift+R');
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type('Done');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByText(`Reply sent, #${ticket.number} resolved`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Reopen/ }).first()).toBeVisible();
    const { status, comments } = await readTicket(site, ticket.id);
    expect(status).toBe('resolved');
    expect(comments.map(({ visibility }) => visibility)).toEqual(['public', 'internal', 'public']);
    const toast = page.getByRole('status').filter({ hasText: 'resolved. The reply stays sent if you undo.' });
    await toast.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => statusesOf(site, [ticket])).toEqual(['open']);
    expect(await answersOf(site, ticket.id)).toHaveLength(2);
  });

  test('the tabs are arrowed, and each kind has its own text, which grows the box to two fifths of the window', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    await reply(page).fill('to the customer');
    const height = async () => (await reply(page).boundingBox())?.height ?? 0;
    const small = await height();
    await page.getByRole('tab', { name: 'Public reply' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(note(page)).toBeFocused();
    await expect(note(page)).toHaveValue('');
    await note(page).fill('to the team');
    await page.getByRole('tab', { name: 'Public reply has a draft' }).click();
    await expect(reply(page)).toHaveValue('to the customer');

    await reply(page).fill('line\n'.repeat(8));
    await expect.poll(height).toBeGreaterThan(small + 40);
    await reply(page).fill('line\n'.repeat(200));
    await expect.poll(height).toBe(360);
  });

  test('20,000 characters and no more, an emoji is one, and what the service would refuse is said before', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    const send = page.getByRole('button', { name: /^Send reply/ });
    await reply(page).fill('🚲'.repeat(18_000));
    await expect(page.getByText('18,000 of 20,000 characters')).toBeVisible();
    await reply(page).fill('🚲'.repeat(17_999));
    await expect(page.getByText(/characters$/)).toHaveCount(0);
    await reply(page).fill('🚲'.repeat(20_001));
    await expect(page.getByText('1 character too many')).toBeVisible();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');

    await reply(page).fill('Half a line\u0000');
    await expect(page.getByRole('alert').filter({ hasText: 'The message must not contain NUL' })).toBeVisible();
    await expect(reply(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');

    await reply(page).fill('🚲'.repeat(20_000));
    await button(page, 'Send reply').click();
    await expect(reply(page)).toHaveValue('');
    await expect.poll(() => answersOf(site, id)).toEqual(['🚲'.repeat(20_000)]);
  });

  test(
    'on a phone the box opens by touch and toasts leave its buttons free',
    { tag: '@phone' },
    async ({ page, site }) => {
      const { id, number } = await makeTicket(site);
      // Beside a list, the next ticket would be shown.
      await signIn(page, site, { path: `/tickets/${id}` });
      await page.getByRole('button', { name: 'Internal note' }).tap();
      await expect(note(page)).toBeFocused();
      await note(page).fill('Von unterwegs');
      await checkA11y(page);
      await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
      await button(page, 'Add and resolve').tap();
      const toast = page.getByText(`Note added, #${number} resolved`);
      await expect(toast).toBeVisible();
      await page.getByRole('tab', { name: /^Public reply/ }).tap();
      await reply(page).fill('And to the customer');
      await expect(toast).toBeVisible();
      await button(page, 'Send reply').tap();
      await expect.poll(() => answersOf(site, id)).toEqual(['Von unterwegs', 'And to the customer']);
    },
  );
});
