import type { Page } from '@playwright/test';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, storedTickets } from './bulk-support.ts';
import { firstIds, row } from './inbox-support.ts';
import { holdModule, stored } from './verbs-support.ts';

const TOO_EARLY = 'The page was not ready for these keys. Press them again.';

/** Opens three tickets, without the part of the page that has the verbs, until the answered function is called. */
async function openWithoutVerbs(page: Page, site: Site): Promise<() => Promise<void>> {
  await makeTickets(site, 3);
  const release = await holdModule(page, 'src/inbox/verbs/verbs.tsx');
  await signIn(page, site, { path: '/inbox?status=all' });
  await expect(row(page, 2).getByRole('link')).toBeVisible();
  return release;
}

/** Of the rows as they stand in the list. */
async function valuesOf(page: Page, site: Site): Promise<string[]> {
  const byId = new Map(
    (await storedTickets(site)).map(({ id, status, priority }) => [String(id), `${status} ${priority}`]),
  );
  return (await firstIds(page, 3)).map((id) => byId.get(id) ?? '');
}

const UNCHANGED = ['open normal', 'open normal', 'open normal'];

test('keys pressed before the verbs have arrived wait for them, each for the row it was meant for, and Ctrl A too', async ({
  page,
  site,
}) => {
  const release = await openWithoutVerbs(page, site);
  for (const key of ['e', 'j', 'Shift+P']) await page.keyboard.press(key);
  // The second line of the menu that the key before opens.
  await page.keyboard.press('2');
  await page.keyboard.press('Control+a');
  expect(await valuesOf(page, site)).toEqual(UNCHANGED);
  await release();
  await expect.poll(() => valuesOf(page, site)).toEqual(['resolved normal', 'open normal', 'open high']);
  await expect(bar(page)).toContainText('3 selected');
});

test('Esc takes early keys back; a press of the pointer does too, and says so', async ({ page, site }) => {
  const release = await openWithoutVerbs(page, site);
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await row(page, 1).click();
  await expect(page.getByText(TOO_EARLY)).toBeVisible();
  await release();
  // The verbs are there, and did nothing by themselves.
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  expect(await valuesOf(page, site)).toEqual(UNCHANGED);
});

test('what is typed into a field is not held, and takes the keys before it back', async ({ page, site }) => {
  const release = await openWithoutVerbs(page, site);
  await page.keyboard.press('e');
  const box = page.getByRole('searchbox', { name: 'Search tickets' });
  await box.focus();
  await page.keyboard.type('x');
  await expect(box).toHaveValue(/x/);
  await expect(page.getByText(TOO_EARLY)).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(row(page, 2).getByRole('link')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 0)).toBeFocused();
  await release();
  // The verbs are there, and did nothing by themselves.
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  expect(await valuesOf(page, site)).toEqual(UNCHANGED);
});

interface HeldTicket {
  readonly id: number;
  readonly release: () => void;
}

/** Opens the page of a resolved ticket, without the ticket, until it is released. */
async function openWithoutTicket(page: Page, site: Site): Promise<HeldTicket> {
  const { id } = await makeTicket(site, { status: 'resolved' });
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await intercept(page, /resource=ticket&/, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('heading', { level: 1, name: 'Ticket' })).toBeAttached();
  return { id, release: resolve };
}

test('what is typed into the palette is not held, and takes the keys before it back; the sheet of keys grows when the verbs arrive', async ({
  page,
  site,
}) => {
  const { id, release } = await openWithoutTicket(page, site);
  await page.keyboard.press('o');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings');
  const palette = page.getByRole('combobox', { name: 'Command palette' });
  await expect(palette).toHaveValue('settings');
  await expect(page.getByText(TOO_EARLY)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Show keyboard shortcuts')).toBeVisible();
  await expect(sheet.getByText('Change priority')).toHaveCount(0);
  release();
  await expect(sheet.getByText('Change priority')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  // The ticket has come, and with it its verbs, which did nothing by themselves.
  await page.keyboard.press('Control+k');
  await palette.fill('reopen');
  await expect(page.getByRole('option', { name: /Reopen/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('1');
  await expect.poll(async () => (await stored(site, id)).priority).toBe('urgent');
  expect((await stored(site, id)).status).toBe('resolved');
});

test('a key pressed before the ticket of a page has come waits for it', async ({ page, site }) => {
  const { id, release } = await openWithoutTicket(page, site);
  await page.keyboard.press('o');
  release();
  await expect.poll(async () => (await stored(site, id)).status).toBe('open');
});
