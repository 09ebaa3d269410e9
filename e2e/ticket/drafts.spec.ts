import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { answersOf, button, heading, note, reply } from './ticket-support.ts';

const kept = (page: Page) => page.getByText(/^Draft saved in this browser, \d\d:\d\d$/);
const storedTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

test('IN-20: each ticket has a draft of a reply and one of a note, over a reload and in every tab; sending empties it, Undo brings a discarded one back, and signing out removes all', async ({
  page,
  context,
  site,
}) => {
  const [first, second] = (await makeTickets(site, [{ subject: 'First' }, { subject: 'Second' }])) as [
    MadeTicket,
    MadeTicket,
  ];
  await signIn(page, site, { path: `/inbox?order_by=created&dir=asc&ticket=${first.id}` });
  await expect(row(page, 1)).toBeVisible();
  await reply(page).pressSequentially('Reply to the first');
  await page.reload();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await expect(kept(page)).toBeVisible();
  await checkA11y(page);
  await page.getByRole('tab', { name: /^Internal note/ }).click();
  await note(page).fill('Note on the first');

  await button(page, 'Next ticket').click();
  await expect(heading(page, 'Second')).toBeVisible();
  await expect(reply(page)).toHaveValue('');
  await reply(page).fill('No one else may read this');
  await button(page, 'Previous ticket').click();
  await expect(heading(page, 'First')).toBeVisible();
  await page.getByRole('tab', { name: /^Public reply/ }).click();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await page.getByRole('tab', { name: 'Internal note has a draft' }).click();
  await expect(note(page)).toHaveValue('Note on the first');
  await button(page, 'Add note').click();
  await expect(note(page)).toHaveValue('');
  await expect.poll(() => answersOf(site, first.id)).toEqual(['Note on the first']);

  const other = await context.newPage();
  await other.goto(`/tickets/${first.id}`);
  await expect(reply(other)).toHaveValue('Reply to the first');
  await reply(other).fill('From the second tab');
  await page.getByRole('tab', { name: /^Public reply/ }).click();
  await expect(reply(page)).toHaveValue('From the second tab');
  await button(page, 'Send reply').click();
  await expect(reply(other)).toHaveValue('');
  await expect.poll(() => answersOf(site, first.id)).toEqual(['Note on the first', 'From the second tab']);
  await other.close();

  await button(page, 'Next ticket').click();
  await expect(reply(page)).toHaveValue('No one else may read this');
  await button(page, 'Discard').click();
  await expect(reply(page)).toHaveValue('');
  await expect(reply(page)).toBeFocused();
  await button(page, 'Previous ticket').click();
  await expect(heading(page, 'First')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('');
  await button(page, 'Next ticket').click();
  await expect(reply(page)).toHaveValue('No one else may read this');
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await button(page, 'Sign out').click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => storedTexts(page)).not.toContain('No one else may read this');
  expect(await answersOf(site, second.id)).toEqual([]);
});
