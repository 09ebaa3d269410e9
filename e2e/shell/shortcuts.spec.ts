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
const recorder = (page: Page, label: string): Locator => page.getByRole('textbox', { name: `New key for ${label}` });

/** Gives an action other keys, by the keyboard alone. */
async function change(page: Page, label: string, ...keys: readonly string[]): Promise<void> {
  const button = page.getByRole('button', { name: `Change the key for ${label}` });
  await button.press('Enter');
  await expect(recorder(page, label)).toBeFocused();
  for (const key of keys) await page.keyboard.press(key);
  // The focus comes back to where it was before anything else is pressed.
  if (keys.at(-1) === 'Enter') await expect(button).toBeFocused();
}

test('a key is changed, works from then on, and the old one is free for another', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: KEYS });
  await change(page, 'Refresh', 'y');
  await expect(recorder(page, 'Refresh')).toHaveValue('Y');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change the key for Refresh' })).toBeFocused();
  await expect(line(page, 'Refresh').locator('kbd').first()).toHaveText('Y');
  await change(page, 'Split or table layout', 'r', 'Enter');
  await checkA11y(page);
  await page.reload();
  await expect(line(page, 'Refresh').locator('kbd').first()).toHaveText('Y');

  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Refresh').locator('..').locator('kbd').first()).toHaveText('Y');
  await page.keyboard.press('Enter');
  await expect(sheet, 'nothing is pressed by an Enter behind the key').toContainText('Letter keys are on');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // What was its key has become another's.
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/layout=table/);
  const answer = page.waitForRequest(/resource=tickets&/);
  await page.keyboard.press('y');
  await answer;
});

test('two keys in a row, and keys with Ctrl, work too; other tabs follow', async ({ page, context, demoSite }) => {
  await signIn(page, demoSite, { path: KEYS });
  const other = await context.newPage();
  await other.goto(KEYS);
  await change(page, 'Go to Inbox', 'h', 'i', 'Enter');
  await change(page, 'Show keyboard shortcuts', 'Control+Shift+Y', 'Enter');
  await expect(line(other, 'Go to Inbox').locator('kbd')).toHaveText(['H', 'I', 'H', 'I']);
  await other.bringToFront();
  await other.keyboard.press('Control+Shift+Y');
  await expect(other.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await other.keyboard.press('Escape');
  await other.keyboard.press('h');
  await other.keyboard.press('i');
  await expect(other).toHaveURL(/\/inbox$/);
});

test('keys that are taken, that begin others or that the browser keeps are refused with the reason', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: KEYS });
  for (const [key, reason] of [
    ['e', 'E is taken by “Resolve and next”.'],
    ['g', 'G and the keys for “Go to Health” begin alike'],
    ['Control+w', 'The browser uses Ctrl W itself.'],
    ['ArrowDown', 'moves and opens things on every page'],
  ] as const) {
    await change(page, 'Refresh', key);
    await expect(recorder(page, 'Refresh')).toHaveAccessibleDescription(new RegExp(reason));
    await page.keyboard.press('Enter');
    await expect(recorder(page, 'Refresh')).toBeVisible();
    if (key === 'e') await checkA11y(page);
    await page.keyboard.press('Escape');
    await expect(line(page, 'Refresh').locator('kbd').first()).toHaveText('R');
  }
  // What an input method is composing is no key.
  await change(page, 'Refresh');
  await recorder(page, 'Refresh').dispatchEvent('keydown', { key: 'q', code: 'KeyQ', isComposing: true });
  await settled(page);
  await expect(recorder(page, 'Refresh')).toHaveValue('');
});

test('keys go back to how they were, letter keys are switched off, and a broken value in storage changes nothing', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: KEYS });
  await change(page, 'Refresh', 'y', 'Enter');
  await change(page, 'Next ticket', 'u', 'Enter');
  await expect(page.getByText('2 keys differ from the default')).toBeVisible();
  await page.getByRole('button', { name: 'Reset the key for Refresh' }).click();
  await expect(line(page, 'Refresh').locator('kbd').first()).toHaveText('R');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(line(page, 'Next ticket').locator('kbd').first()).toHaveText('J');
  await expect(page.getByText(/differs? from the default/)).toBeHidden();

  await change(page, 'Show keyboard shortcuts', 'y', 'Enter');
  await page.getByRole('radio', { name: 'Off' }).click();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('y');
  await openPalette(page);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();

  await page.evaluate(() => localStorage.setItem('support-console:keys', '{"r":5,"j":"a b c","k":"","x":["y"]}'));
  await page.reload();
  await expect(line(page, 'Next ticket').locator('kbd').first()).toHaveText('J');
  await expect(page.getByText(/from the default/)).toBeHidden();
});

test('every key that the inbox and an open ticket list can be changed', async ({ page, site }) => {
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
