import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { answersOf, button, makeTicket, note, readTicket, reply, test } from './ticket-support.ts';

test.describe('the composer', () => {
  test('a reply goes out once, by the channel of the customer, however often it is pressed', async ({
    page,
    service,
  }) => {
    const { id } = await makeTicket(service, { channel: 'whatsapp' });
    await signIn(page, service, { path: `/tickets/${id}` });
    await reply(page).fill('It is the cable.\nBring it on Monday.');
    await expect(page.getByRole('button', { name: 'Channel: WhatsApp' })).toBeVisible();
    await expect(page.getByText('No email is sent')).toBeVisible();
    await checkA11y(page);
    await button(page, 'Send reply').dblclick();
    await expect(page.getByRole('article', { name: /^Comment by End to end/ })).toContainText('It is the cable.');
    await expect(reply(page)).toHaveValue('');
    const { comments } = await readTicket(service, id);
    expect(comments).toHaveLength(2);
    expect(comments[1]).toEqual({
      body: 'It is the cable.\nBring it on Monday.',
      visibility: 'public',
      channel: 'whatsapp',
    });
  });

  test('another channel can be chosen', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    await page.getByRole('button', { name: 'Channel: Email' }).click();
    await expect(page.getByRole('menuitemradio', { name: /^Email/ })).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitemradio', { name: 'SMS' }).click();
    await reply(page).fill('By another way');
    await button(page, 'Send reply').click();
    await expect(page.getByRole('article')).toHaveCount(2);
    expect((await readTicket(service, id)).comments[1]?.channel).toBe('sms');
  });

  test('by keyboard alone: a note, then a reply that resolves, then on to the ticket', async ({ page, service }) => {
    const { id, ticket_number: number } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
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
    await expect(page.getByText(`Reply sent, #${number} resolved`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Reopen/ }).first()).toBeVisible();
    const ticket = await readTicket(service, id);
    expect(ticket.status).toBe('resolved');
    expect(ticket.comments.map(({ visibility }) => visibility)).toEqual(['public', 'internal', 'public']);
    const toast = page.getByRole('status').filter({ hasText: 'resolved. The reply has already been sent.' });
    await toast.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await readTicket(service, id)).status).toBe('open');
    expect((await readTicket(service, id)).comments).toHaveLength(3);
  });

  test('the tabs are arrowed, and each kind has its own text', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    await reply(page).fill('to the customer');
    await page.getByRole('tab', { name: 'Public reply' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(note(page)).toBeFocused();
    await expect(note(page)).toHaveValue('');
    await note(page).fill('to the team');
    await page.getByRole('tab', { name: 'Public reply has a draft' }).click();
    await expect(reply(page)).toHaveValue('to the customer');
  });

  test('20,000 characters and no more, an emoji is one', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    await reply(page).fill('🚲'.repeat(17_999));
    await expect(page.getByText(/characters$/)).toHaveCount(0);
    await reply(page).fill('🚲'.repeat(18_000));
    await expect(page.getByText('18,000 of 20,000 characters')).toBeVisible();
    await reply(page).fill('🚲'.repeat(20_001));
    await expect(page.getByText('1 character too many')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send reply/ })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');
    await reply(page).fill('🚲'.repeat(20_000));
    await button(page, 'Send reply').click();
    await expect(reply(page)).toHaveValue('');
    expect(await answersOf(service, id)).toEqual(['🚲'.repeat(20_000)]);
  });

  test('a text that the service would refuse says so before it is sent', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    await reply(page).fill('Half a line\u0000');
    await expect(page.getByRole('alert').filter({ hasText: 'The message must not contain NUL' })).toBeVisible();
    await expect(reply(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: /^Send reply/ })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');
    await reply(page).fill('A whole line');
    await button(page, 'Send reply').click();
    await expect(reply(page)).toHaveValue('');
    expect(await answersOf(service, id)).toEqual(['A whole line']);
  });

  test('a long text grows the box to two fifths of the window and no further', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    const before = await reply(page).boundingBox();
    await reply(page).fill('line\n'.repeat(8));
    await expect
      .poll(async () => (await reply(page).boundingBox())?.height)
      .toBeGreaterThan((before?.height ?? 0) + 40);
    await reply(page).fill('line\n'.repeat(200));
    await expect.poll(async () => (await reply(page).boundingBox())?.height).toBe(360);
  });

  test('a token that only reads is told why it cannot answer', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}`, token: service.tokens.readOnly });
    await expect(page.getByText(/tickets:write/).first()).toBeVisible();
    await expect(reply(page)).toHaveCount(0);
    await page.keyboard.press('Shift+R');
    await expect(reply(page)).toHaveCount(0);
    await checkA11y(page);
  });

  test('where the service takes no comments there is no box', { tag: '@document' }, async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(reply(page)).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
  });

  test(
    'on a phone the box opens by touch and toasts leave its buttons free',
    { tag: '@phone' },
    async ({ page, service }) => {
      const { id, ticket_number: number } = await makeTicket(service);
      // Beside a list it would go on to the next ticket.
      await signIn(page, service, { path: `/tickets/${id}` });
      await page.getByRole('button', { name: 'Internal note' }).tap();
      await expect(note(page)).toBeFocused();
      await note(page).fill('Von unterwegs');
      await checkA11y(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await button(page, 'Add and resolve').tap();
      const toast = page.getByText(`Note added, #${number} resolved`);
      await expect(toast).toBeVisible();
      await page.getByRole('tab', { name: /^Public reply/ }).tap();
      await reply(page).fill('And to the customer');
      await expect(toast).toBeVisible();
      await button(page, 'Send reply').tap();
      await expect.poll(() => answersOf(service, id)).toEqual(['Von unterwegs', 'And to the customer']);
    },
  );
});
