import type { Locator, Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const KEYS = '/settings/keys';
const line = (page: Page, label: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label });

test('the page of keys lists those of all pages, and switches letter keys off, in other tabs too', async ({
  page,
  context,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: KEYS });
  await expect(line(page, 'Refresh').locator('kbd').first()).toHaveText('R');
  await expect(line(page, 'Go to Inbox').locator('kbd')).toHaveText(['G', 'I', 'G', 'I']);
  await checkA11y(page);
  const other = await context.newPage();
  await other.goto('/inbox');
  await expect(grid(other).getByRole('row').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Off' }).click();
  await page.getByRole('heading', { level: 1 }).focus();
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.keyboard.press('?');
    await openPalette(tab);
    await expect(tab.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await settled(tab);
    await expect(tab.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  }
});

test('an Enter behind the key of the sheet presses nothing', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: KEYS });
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText('Letter keys are on');
});

test('the page of keys has every key that the inbox and an open ticket list', async ({ page, site }) => {
  await makeTicket(site);
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 0)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Change the selected tickets' })).toBeVisible();
  await page.keyboard.press('x');
  await row(page, 0).click();
  await expect(page).toHaveURL(/ticket=/);
  // The ticket's own keys come with its box for an answer.
  await expect(page.getByRole('tab', { name: /Internal note/ })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  const list = () =>
    sheet.locator('dl > div').evaluateAll((rows) =>
      rows.map((row) => ({
        label: row.querySelector('dt')?.textContent ?? '',
        keys: [...row.querySelectorAll('dd .sr-only kbd')].map((key) => key.textContent).join(' '),
      })),
    );
  await expect.poll(async () => (await list()).length).toBeGreaterThan(15);
  const listed = await list();
  await page.goto(KEYS);
  await expect(line(page, 'Refresh')).toBeVisible();
  // Digits open saved views by their place.
  const fixed = /Esc|↵|←|→|↑|↓|^[1-9]$/;
  const missing = async () => {
    const offered = new Set((await page.getByRole('main').innerText()).split('\n').map((part) => part.trim()));
    return listed.filter(({ label, keys }) => !fixed.test(keys) && !offered.has(label));
  };
  await expect.poll(missing).toEqual([]);
});
