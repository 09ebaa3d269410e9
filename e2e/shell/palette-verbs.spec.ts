import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { param, row } from '#e2e/inbox/inbox-support.ts';
import { showNew, stored } from '#e2e/inbox/verbs-support.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Command palette' });
const active = (page: Page) => page.getByRole('option', { selected: true });

test('GX-01: a verb with its value, for the ticket in hand and for a selection', async ({ page, site }) => {
  const [first, second, third] = await showNew(page, site, 'Palette values', 3);
  await page.keyboard.press('j');
  await openPalette(page);
  await expect(palette(page)).toContainText(`#${second?.number}`);
  await field(page).fill('assign rob');
  await expect(active(page)).toHaveText(/Assign to Robin Tester/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(site, second?.id ?? '')).assignee_name).toBe('Robin Tester');

  await row(page, 0).focus();
  await page.keyboard.press('x');
  await row(page, 2).focus();
  await page.keyboard.press('x');
  await openPalette(page);
  await expect(palette(page)).toContainText('2 selected');
  await expect(page.getByRole('group', { name: 'Selected tickets' })).toBeVisible();
  await field(page).fill('urgent');
  await expect(active(page)).toHaveText('Set priority to urgent');
  await page.keyboard.press('Enter');
  for (const ticket of [first, third]) {
    await expect.poll(async () => (await stored(site, ticket?.id ?? '')).priority).toBe('urgent');
  }
  expect((await stored(site, second?.id ?? '')).priority).toBe('normal');
});

test('GX-01: the list itself, its folders and views, the pages of the settings, and the verbs of other pages', async ({
  page,
  site,
}) => {
  const view = 'Waiting for parts';
  await site.call('POST', 'saved_views', { body: { name: view, query: { status: 'pending' } } });
  await makeTicket(site);
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 0).getByRole('link')).toBeVisible();
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'This list' })).toContainText('Download tickets');
  // Views are found by their names, and fill no list before.
  await expect(page.getByRole('option', { name: view })).toHaveCount(0);
  await field(page).fill(view);
  await expect(active(page)).toContainText(`Go to ${view}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => param(page, 'view')).not.toBeNull();
  await expect.poll(() => param(page, 'status')).toBe('pending');

  await openPalette(page);
  await field(page).fill('unassi');
  await expect(active(page)).toContainText('Go to Unassigned');
  await page.keyboard.press('Enter');
  await expect.poll(() => param(page, 'assignee')).toBe('none');

  await openPalette(page);
  await field(page).fill('export');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toContainText('Download');
  await page.keyboard.press('Escape');

  await openPalette(page);
  await field(page).fill('tags settings');
  await expect(active(page)).toContainText('Go to Tags');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/tags$/);
  // There is no ticket here, and the list is another one.
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Go to' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'This ticket' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'This list' })).toContainText('New tag');
  // The verbs of a page are found on every other page, and run there.
  await field(page).fill('edit ai caps');
  await expect(active(page)).toContainText(/edit ai caps/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Monthly budget' })).toBeVisible();
  await expect(page).toHaveURL(/\/ai\/usage\?edit=1$/);
});
