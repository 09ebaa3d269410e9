import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/token-field.ts';
import { answersOf, button, makeTicket, note, reply, test } from './ticket-support.ts';

const kept = (page: Page) => page.getByText(/^Draft kept in this browser, \d\d:\d\d$/);
const restored = (page: Page) => page.getByText(/^Draft from \d\d:\d\d restored$/);
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('IN-20: reply and note are kept apart, for each ticket, over a reload', async ({ page, service }) => {
  const [first, second] = [await makeTicket(service), await makeTicket(service, { subject: 'Another one' })];
  await signIn(page, service, { path: `/tickets/${first.id}` });
  await reply(page).fill('Reply to the first');
  await expect(kept(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+N');
  await note(page).fill('Note on the first');
  await expect(kept(page)).toBeVisible();
  await page.goto(`/tickets/${second.id}`);
  await expect(reply(page)).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
  await reply(page).fill('Reply to the second');
  await expect(kept(page)).toBeVisible();
  await page.goto(`/tickets/${first.id}`);
  await expect(reply(page)).toHaveValue('Reply to the first');
  await expect(restored(page)).toBeVisible();
  await checkA11y(page);
  await page.getByRole('tab', { name: 'Internal note has a draft' }).click();
  await expect(note(page)).toHaveValue('Note on the first');
  await button(page, 'Add note').click();
  await expect(note(page)).toHaveValue('');
  await page.reload();
  await expect(reply(page)).toHaveValue('Reply to the first');
  await expect(page.getByRole('tab', { name: 'Internal note', exact: true })).toBeVisible();
  await button(page, 'Send reply').click();
  await expect(reply(page)).toHaveValue('');
  await page.reload();
  await expect(reply(page)).toHaveValue('');
  await page.goto(`/tickets/${second.id}`);
  await expect(reply(page)).toHaveValue('Reply to the second');
  expect(await answersOf(service, first.id)).toEqual(['Note on the first', 'Reply to the first']);
  expect(await answersOf(service, second.id)).toEqual([]);
});

test('keys pressed in the last moment before a reload are kept', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).pressSequentially('Just typed');
  await page.reload();
  await expect(reply(page)).toHaveValue('Just typed');
});

test('going through the list keeps each text with its ticket', async ({ page, service }) => {
  await signIn(page, service, { path: '/inbox' });
  await page.getByRole('row').nth(1).click();
  await reply(page).fill('Of one ticket');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(reply(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Previous ticket' }).click();
  await expect(reply(page)).toHaveValue('Of one ticket');
  await button(page, 'Discard').click();
});

test('what was discarded comes back by Undo, also from another ticket', async ({ page, service }) => {
  const [first, second] = [await makeTicket(service), await makeTicket(service, { subject: 'Another one' })];
  await signIn(page, service, { path: `/tickets/${first.id}` });
  await reply(page).fill('Thrown away too soon');
  await expect(kept(page)).toBeVisible();
  await button(page, 'Discard').click();
  await expect(reply(page)).toHaveValue('');
  await expect(reply(page)).toBeFocused();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('Thrown away too soon');
  await button(page, 'Discard').click();
  await page.reload();
  await expect(reply(page)).toHaveValue('');
  await reply(page).fill('And again');
  await expect(kept(page)).toBeVisible();
  await button(page, 'Discard').click();
  await page.getByRole('link', { name: `Open Another one #${second.ticket_number}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Another one' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(reply(page)).toHaveValue('');
  await page.goto(`/tickets/${first.id}`);
  await expect(reply(page)).toHaveValue('And again');
  expect(second.id).toBeGreaterThan(first.id);
});

test('two tabs have one draft: the one typed in last has it, and sending empties both', async ({
  page,
  context,
  service,
}) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
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
  expect(await answersOf(service, id)).toEqual(['From the second tab']);
});

test('signing out removes every draft, also from a page that showed no ticket', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('Nobody else may read this');
  await expect(kept(page)).toBeVisible();
  expect(await databases(page)).toContain('support-console:drafts');
  await page.goto('/settings/appearance');
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => databases(page)).not.toContain('support-console:drafts');
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(reply(page)).toHaveValue('');
});

test('signing out with the box open leaves nothing of what was typed a moment ago', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('Nobody else may read this');
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => databases(page)).not.toContain('support-console:drafts');
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(reply(page)).toHaveValue('');
});

test('where the browser keeps nothing it is said, and leaving asks', async ({ page, service }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).pressSequentially('Only in memory');
  await expect(page.getByText(/^This browser cannot store drafts/)).toBeVisible();
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
  await page.evaluate(() => location.reload());
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(asked).toEqual(['beforeunload']);
});

test('a draft of another form is no draft', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
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
  });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(reply(page)).toHaveValue('');
});
