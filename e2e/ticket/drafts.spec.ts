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
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
}

test('IN-20: reply and note are kept apart, for each ticket, along the list and over a reload, to the last key before it', async ({
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

test('what was discarded comes back by Undo, also from another ticket', async ({ page, site }) => {
  const first = await makeTicket(site);
  const second = await makeTicket(site, { subject: 'Another one' });
  await signIn(page, site, { path: `/tickets/${first.id}` });
  await reply(page).fill('Thrown away too soon');
  await expect(kept(page)).toBeVisible();
  await button(page, 'Discard').click();
  await expect(reply(page)).toHaveValue('');
  await expect(reply(page)).toBeFocused();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('Thrown away too soon');
  await button(page, 'Discard').click();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect(reply(page)).toHaveValue('');
  await reply(page).fill('And again');
  await expect(kept(page)).toBeVisible();
  await button(page, 'Discard').click();
  await page.getByRole('link', { name: `Open Another one #${second.number}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Another one' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('');
  await page.goto(`/tickets/${first.id}`);
  await expect(reply(page)).toHaveValue('And again');
});

test('two tabs have one draft: the one typed in last has it, and sending empties both', async ({
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

test('signing out removes every draft: from a page that showed no ticket, and what was typed a moment ago', async ({
  page,
  site,
}) => {
  const { id } = await makeTicket(site);
  const path = `/tickets/${id}`;
  await signIn(page, site, { path });
  await reply(page).fill('Nobody else may read this');
  await expect(kept(page)).toBeVisible();
  await expect.poll(() => databases(page)).toContain('support-console:drafts');
  await page.goto('/settings/appearance');
  await signOut(page);
  await expect.poll(() => databases(page)).not.toContain('support-console:drafts');

  const expectNothing = async () => {
    await signIn(page, site, { path });
    await expect(page.getByRole('article')).toHaveCount(1);
    await settled(page);
    await expect(reply(page)).toHaveValue('');
  };
  await expectNothing();
  await reply(page).fill('Nor this');
  await signOut(page);
  await expect.poll(() => databases(page)).not.toContain('support-console:drafts');
  await expectNothing();
});

test('where the browser keeps nothing it is said, and leaving asks', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
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

test('a draft of another form is no draft', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('A good one');
  await expect(kept(page)).toBeVisible();
  await page.evaluate(async () => {
    const request = indexedDB.open('support-console:drafts');
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const store = request.result.transaction('drafts', 'readwrite').objectStore('drafts');
    const keys = store.getAllKeys();
    await new Promise((resolve) => keys.addEventListener('success', resolve));
    for (const key of keys.result) store.put({ text: 5 }, key);
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    request.result.close();
  });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect(reply(page)).toHaveValue('');
});
