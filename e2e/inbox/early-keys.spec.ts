import type { Page } from '@playwright/test';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeTickets, storedTickets } from './bulk-support.ts';
import { firstIds, row } from './inbox-support.ts';

/** Opens the tickets of a word, without the part of the page that has the verbs, until the answered function is called. */
async function openWithoutVerbs(page: Page, service: TestService, word: string): Promise<() => void> {
  await makeTickets(service, word, 3);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/after-paint-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, service, { path: `/inbox?q=${word}&status=all` });
  await expect(row(page, 2).getByRole('link')).toBeVisible();
  return release;
}

/** Of the rows as they stand in the list. */
async function valuesOf(page: Page, service: TestService, word: string): Promise<string[]> {
  const tickets = await storedTickets(service, word);
  const byId = new Map(tickets.map(({ id, status, priority }) => [String(id), `${status} ${priority}`]));
  return (await firstIds(page, 3)).map((id) => byId.get(id) ?? '');
}

test('keys pressed before the verbs have arrived wait for them, each for the row it was meant for', async ({
  page,
  service,
}) => {
  const release = await openWithoutVerbs(page, service, 'earlyverbs');
  expect(await valuesOf(page, service, 'earlyverbs')).toEqual(['open normal', 'open normal', 'open normal']);
  for (const key of ['e', 'j', 'Shift+P']) await page.keyboard.press(key);
  // The second line of the menu that the key before opens.
  await page.keyboard.press('2');
  expect(await valuesOf(page, service, 'earlyverbs')).toEqual(['open normal', 'open normal', 'open normal']);
  release();
  await expect
    .poll(() => valuesOf(page, service, 'earlyverbs'))
    .toEqual(['resolved normal', 'open normal', 'open high']);
});

test('Ctrl A waits too', async ({ page, service }) => {
  const release = await openWithoutVerbs(page, service, 'earlyall');
  await page.keyboard.press('Control+a');
  release();
  await expect(page.getByRole('toolbar', { name: 'Change the selected tickets' })).toContainText('3 selected');
});

test('Esc takes early keys back; a press of the pointer does too, and says so', async ({ page, service }) => {
  const release = await openWithoutVerbs(page, service, 'earlyesc');
  const before = await valuesOf(page, service, 'earlyesc');
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await row(page, 1).click();
  await expect(page.getByText('The page was not ready for these keys. Press them again.')).toBeVisible();
  release();
  // The verbs are there, and did nothing by themselves.
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Change the selected tickets' })).toContainText('1 selected');
  expect(await valuesOf(page, service, 'earlyesc')).toEqual(before);
});

test('what is typed into a field is not held, and takes the keys before it back', async ({ page, service }) => {
  const release = await openWithoutVerbs(page, service, 'earlytyped');
  const before = await valuesOf(page, service, 'earlytyped');
  await page.keyboard.press('e');
  const box = page.getByRole('searchbox', { name: 'Search tickets' });
  await box.focus();
  await page.keyboard.type('x');
  await expect(box).toHaveValue(/x/);
  await expect(page.getByText('The page was not ready for these keys. Press them again.')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(row(page, 2).getByRole('link')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 0)).toBeFocused();
  release();
  // The verbs are there, and did nothing by themselves.
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Change the selected tickets' })).toContainText('1 selected');
  expect(await valuesOf(page, service, 'earlytyped')).toEqual(before);
});

/** Opens the page of a resolved ticket, without the ticket, until the answered function is called. */
async function openWithoutTicket(page: Page, service: TestService, word: string): Promise<() => void> {
  const [id = 0] = await makeTickets(service, word, 1);
  // In no list that the page may have read before: nothing is shown of it until it comes.
  await service.call('PATCH', 'ticket', { body: { id, status: 'resolved' } });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/resource=ticket&/, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(page.getByRole('heading', { level: 1, name: 'Ticket' })).toBeAttached();
  return release;
}

test('what is typed into the palette is not held, and takes the keys before it back', async ({ page, service }) => {
  const release = await openWithoutTicket(page, service, 'earlypalette');
  await page.keyboard.press('o');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toHaveValue('settings');
  await expect(page.getByText('The page was not ready for these keys. Press them again.')).toBeVisible();
  release();
  // The ticket has come, and with it its verbs.
  await page.getByRole('combobox', { name: 'Command palette' }).fill('reopen');
  await expect(page.getByRole('option', { name: /Reopen/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('1');
  await expect.poll(async () => (await storedTickets(service, 'earlypalette'))[0]?.priority).toBe('urgent');
  expect((await storedTickets(service, 'earlypalette'))[0]?.status).toBe('resolved');
});

test('the sheet of keys grows when the verbs arrive', async ({ page, service }) => {
  const release = await openWithoutTicket(page, service, 'earlysheet');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Show keyboard shortcuts')).toBeVisible();
  await expect(sheet.getByText('Change priority')).toHaveCount(0);
  release();
  await expect(sheet.getByText('Change priority')).toBeVisible();
});

test('a key pressed before the ticket of a page has come waits for it', async ({ page, service }) => {
  const release = await openWithoutTicket(page, service, 'earlypage');
  await page.keyboard.press('o');
  release();
  await expect.poll(async () => (await storedTickets(service, 'earlypage'))[0]?.status).toBe('open');
});
