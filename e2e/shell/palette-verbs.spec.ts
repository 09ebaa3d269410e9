import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
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

test('GX-01: a command shows the missing scope, and a search how many letters it needs', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/inbox' });
  await expect(row(page, 0).getByRole('link')).toBeVisible();
  await openPalette(page);
  const reason = /This token lacks the scope tickets:write/;
  await field(page).fill('mark as res');
  await expect(active(page)).toHaveText(reason);
  await expect(active(page)).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  const status = palette(page).getByRole('status');
  await expect(status).toHaveText(reason);
  await expect(palette(page)).toBeVisible();

  await field(page).fill('#qz');
  const more = palette(page).getByText('Type one more letter to search tickets.');
  await expect(more.first()).toBeVisible();
  await expect(status).toHaveText('Type one more letter to search tickets.');
  await field(page).fill('#q');
  await expect(status).toHaveText('Type two more letters to search tickets.');
  await field(page).fill('th');
  await expect(page.getByRole('option', { name: /Use the dark theme/ })).toBeVisible();
  await expect(status).toHaveText(/^\d+ results?\. Type one more letter/);
  // A number is found by any of its digits.
  await field(page).fill('#13');
  await expect(page.getByRole('group', { name: 'Tickets' }).getByRole('option').first()).toBeVisible();
  await expect(more).toHaveCount(0);
});

test('GX-01: what Enter runs does not change while more is found, and an early Enter waits for what is typed', async ({
  page,
  site,
}) => {
  const subject = 'Settings of the display are lost';
  await makeTicket(site, { subject });
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 0).getByRole('link')).toBeVisible();
  let held = Promise.withResolvers<void>();
  await intercept(page, /resource=tickets&.*q=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openPalette(page);
  await field(page).fill('settings');
  await expect(active(page)).toHaveText(/Go to Settings/);
  const id = await active(page).getAttribute('id');
  held.resolve();
  // It is listed above, and the active line stays.
  await expect(page.getByRole('group', { name: 'Tickets' }).getByRole('option').first()).toContainText(subject);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? 'no id');
  await expect(active(page)).toHaveText(/Go to Settings/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/appearance$/);

  held = Promise.withResolvers();
  await openPalette(page);
  await field(page).fill('#display are lost');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: subject }).first()).toBeVisible();
});
