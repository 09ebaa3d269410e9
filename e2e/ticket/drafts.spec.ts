import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { answersOf, button, heading, note, reply } from './ticket-support.ts';

const kept = (page: Page) => page.getByText(/^Draft saved in this browser, \d\d:\d\d$/);
const restored = (page: Page) => page.getByText(/^Draft from \d\d:\d\d restored$/);
const storedTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

test('IN-20: each ticket has a draft of a reply and one of a note, which outlive a reload to the last key before it', async ({
  page,
  site,
}) => {
  const [first, second] = await makeTickets(site, [{ subject: 'First' }, { subject: 'Second' }]);
  await signIn(page, site, { path: `/inbox?order_by=created&dir=asc&ticket=${first?.id}` });
  await expect(row(page, 1)).toBeVisible();
  await reply(page).pressSequentially('Reply to the first');
  await page.reload();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await expect(restored(page)).toBeVisible();
  await checkA11y(page);
  await page.getByRole('tab', { name: /^Internal note/ }).click();
  await note(page).fill('Note on the first');
  await expect(kept(page)).toBeVisible();

  await button(page, 'Next ticket').click();
  await expect(heading(page, 'Second')).toBeVisible();
  await expect(reply(page)).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
  await reply(page).fill('Reply to the second');
  await expect(kept(page)).toBeVisible();
  await button(page, 'Previous ticket').click();
  await expect(heading(page, 'First')).toBeVisible();
  await page.getByRole('tab', { name: /^Public reply/ }).click();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await page.getByRole('tab', { name: 'Internal note has a draft' }).click();
  await expect(note(page)).toHaveValue('Note on the first');
  await button(page, 'Add note').click();
  await expect(note(page)).toHaveValue('');
  await expect.poll(() => answersOf(site, first?.id ?? 0)).toEqual(['Note on the first']);

  await page.reload();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await expect(page.getByRole('tab', { name: 'Internal note', exact: true })).toBeVisible();
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  await settled(page);
  await expect(reply(page)).toHaveValue('');
  await button(page, 'Next ticket').click();
  await expect(reply(page)).toHaveValue('Reply to the second');
  expect(await answersOf(site, first?.id ?? 0)).toEqual(['Note on the first', 'Reply to the first']);
  expect(await answersOf(site, second?.id ?? 0)).toEqual([]);
});

test('two tabs share one draft: the last letter typed wins, and sending empties both', async ({
  page,
  context,
  site,
}) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  const second = await context.newPage();
  await second.goto(`/tickets/${id}`);
  await expect(reply(second)).toBeVisible();
  await reply(page).fill('From the first tab');
  await expect(reply(second)).toHaveValue('From the first tab');
  await expect(second.getByText(/^Changed in another tab, \d\d:\d\d$/)).toBeVisible();
  await reply(second).fill('From the second tab');
  await expect(reply(page)).toHaveValue('From the second tab');
  await button(page, 'Send reply').click();
  await expect(reply(second)).toHaveValue('');
  await expect.poll(() => answersOf(site, id)).toEqual(['From the second tab']);
});

test('a discarded draft comes back by Undo, also from another ticket; signing out removes every draft', async ({
  page,
  site,
}) => {
  const first = await makeTicket(site);
  const second = await makeTicket(site, { subject: 'Another one' });
  await signIn(page, site, { path: `/tickets/${first.id}` });
  await reply(page).fill('No one else may read this');
  await button(page, 'Discard').click();
  await expect(reply(page)).toHaveValue('');
  await expect(reply(page)).toBeFocused();
  await page.getByRole('link', { name: `Open Another one #${second.number}` }).click();
  await expect(heading(page, 'Another one')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('');
  await page.goto(`/tickets/${first.id}`);
  await expect(reply(page)).toHaveValue('No one else may read this');

  // From a page that shows no ticket.
  await page.goto('/settings/appearance');
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await button(page, 'Sign out').click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => storedTexts(page)).not.toContain('No one else may read this');
});

test('a draft that the browser cannot store says so, and leaving asks', async ({ page, site }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).pressSequentially('Only in memory');
  await expect(page.getByText(/^This browser can’t store drafts/)).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(reply(page)).toHaveValue('Only in memory');
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => location.reload());
  await reloaded;
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(asked).toEqual(['beforeunload']);
});
