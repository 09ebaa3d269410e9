import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, note, readTicket, reply, statusesOf } from './ticket-support.ts';

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
    await reply(page).fill('🚲'.repeat(20_001));
    await expect(page.getByText('1 character too many')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send reply/ })).toHaveAttribute('aria-disabled', 'true');
    await reply(page).fill('It is the cable.\nBring it on Monday.');
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
});
