import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, note, readTicket, reply, statusesOf } from './ticket-support.ts';

test('IN-20: a reply goes out once, by the channel that is chosen; by keys alone a note and a reply that resolves follow', async ({
  page,
  site,
}) => {
  const ticket = await makeTicket(site, { channel: 'whatsapp' });
  const { id, number } = ticket;
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('🚲'.repeat(20_001));
  await expect(page.getByText('1 character too many')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send reply/ })).toHaveAttribute('aria-disabled', 'true');
  await reply(page).fill('It is the cable.\nBring it on Monday.');
  await page.keyboard.press('Control+i');
  await expect(note(page)).toHaveValue('It is the cable.\nBring it on Monday.');
  await expect(note(page)).toBeFocused();
  await page.keyboard.press('Control+i');
  await expect(reply(page)).toHaveValue('It is the cable.\nBring it on Monday.');
  await expect(page.getByText('Nothing is emailed')).toBeVisible();
  await page.getByRole('button', { name: 'Channel: WhatsApp' }).click();
  await expect(page.getByRole('menuitemradio', { name: /^WhatsApp/ })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'SMS' }).click();
  await checkA11y(page);
  await button(page, 'Send reply').dblclick();
  await expect(page.getByRole('article', { name: /^Comment by End to end/ })).toContainText('It is the cable.');
  await expect(reply(page)).toHaveValue('');

  await page.keyboard.press('Escape');
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
  const { status, comments } = await readTicket(site, id);
  expect(status).toBe('resolved');
  expect(comments.slice(1)).toEqual([
    { body: 'It is the cable.\nBring it on Monday.', visibility: 'public', channel: 'sms' },
    { body: 'For the team: e.', visibility: 'internal', channel: expect.any(String) },
    { body: 'Done', visibility: 'public', channel: 'whatsapp' },
  ]);
  const toast = page.getByRole('status').filter({ hasText: 'resolved. The reply stays sent if you undo.' });
  await toast.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['open']);
  expect(await answersOf(site, id)).toHaveLength(3);
});
