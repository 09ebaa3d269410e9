import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  applyButton,
  BULK,
  counts,
  csv,
  dryRunButton,
  type FileRow,
  goodRows,
  grid,
  gridRow,
  openBulk,
  openFile,
  startOver,
  tab,
} from './bulk-support.ts';

const DAMAGED: readonly FileRow[] = [
  ['whatsapp', '+4915155501884', 'maren@riders.example'],
  ['telegram', '@tomas', 'tomas@riders.example'],
  ['wa', '+4915155501885', 'ben@riders.example'],
  ['wa', '+4915155501886', 'eva@riders.example'],
  ['sms', '+4915155501887', ''],
  ['sms', '+4915155501888', 'no-address'],
];
const REPEATED: readonly FileRow[] = [
  ['whatsapp', '+4915155501884', 'maren@riders.example'],
  ['whatsapp', '+4915155501884', 'other@riders.example'],
];

test('BB-04, BB-08: the problems of each row, repeats and conflicts are shown, narrowed, fixed in place by keys, by rule and by find and replace, undone and skipped', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await openFile(page, csv([...DAMAGED, ...REPEATED, ...goodRows(40)]));
  await expect(tab(page, 'To fix')).toHaveText('To fix7');
  const rows = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(7);
  await expect(gridRow(page, 3)).toContainText('Unknown channel');
  await expect(gridRow(page, 6)).toContainText('Needs email or phone');
  await expect(gridRow(page, 8)).toContainText('Exact repeat, as line 2');
  await expect(gridRow(page, 9)).toContainText('Two customers for one handle, as line 2');
  await checkA11y(page);
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('bad_email');
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('');
  await page.getByRole('button', { name: /^Drop exact repeats 1 row/ }).click();
  await page.getByRole('button', { name: 'Skip line 9' }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix5');

  // By keys: Enter opens the cell, Tab saves it and goes to the next row.
  await gridRow(page, 3).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Channel in line 3' }).selectOption('Messenger');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Channel in line 4' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(gridRow(page, 4)).toBeFocused();
  await expect(tab(page, 'To fix')).toHaveText('To fix4');

  // Many at once, and undone.
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix2');
  await page.getByRole('heading', { level: 1, name: 'Bulk bind' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tab(page, 'To fix')).toHaveText('To fix4');
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();

  await gridRow(page, 7).getByText('no-address').click();
  await page.getByRole('textbox', { name: 'Email in line 7' }).fill('sam@riders.example');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'To fix')).toHaveText('To fix1');
  await tab(page, 'All').click();
  await expect(gridRow(page, 7)).toContainText('Fixed');

  // A text is replaced in a whole column, and undone.
  await page.getByRole('button', { name: 'Find and replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await checkA11y(page);
  await dialog.getByRole('combobox', { name: 'Column' }).selectOption('Email');
  await dialog.getByRole('textbox', { name: 'Find' }).fill('@Riders.example');
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('@fleet.example');
  await expect(dialog.getByText('No cell changes.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Find' }).fill('@riders.example');
  await expect(dialog.getByText('45 cells change.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(gridRow(page, 7)).toContainText('sam@fleet.example');
  await expect(gridRow(page, 2)).toContainText('maren@fleet.example');
  await page.getByRole('button', { name: 'Undo last fix' }).click();
  await expect(gridRow(page, 7)).toContainText('sam@riders.example');

  await page.getByRole('button', { name: 'Skip 1 row' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 45 rows');
  await tab(page, 'Skipped').click();
  await page.getByRole('button', { name: 'Restore line 6' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 46 rows');
});

test('BB-05: a dry run ends with its file; one that fails is tried again; it says what would happen and which rows would fail, a change asks for another, and an import that cannot start stays at its step', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  await openBulk(page, site);
  const held = Promise.withResolvers<void>();
  await intercept(page, BULK, async (route) => {
    await held.promise;
    await route.fulfill({
      status: 500,
      headers: { 'X-SVC-Request-Id': 'req_0123456789abcdefghijkl' },
      json: { ok: false, error: { code: 'internal_error', message: 'Something went wrong' } },
    });
  });
  await openFile(page, csv(goodRows(2)));
  await dryRunButton(page).click();
  await expect(page.getByText('Running the dry run')).toBeVisible();
  await startOver(page);
  await openFile(page, csv([...goodRows(3), ...DAMAGED]));
  const steps = page.getByRole('navigation', { name: 'Steps of the import' });
  await steps.getByRole('link', { name: 'Dry run' }).click();
  await expect(page.getByText('These rows haven’t had a dry run yet.')).toBeVisible();
  await steps.getByRole('link', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Skip line 6' }).click();
  held.resolve();
  await dryRunButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The dry run failed' });
  await expect(alert).toContainText('req_0123456789abcdefghijkl');
  await checkA11y(page);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: '4 of 8 rows can be applied.' })).toBeVisible();
  expect(await counts(page)).toEqual([4, 0, 1, 2, 1]);
  await expect(page.getByText('4 new customers will be created', { exact: false })).toBeVisible();
  await expect(page.getByText('1 row was left out.')).toBeVisible();
  await checkA11y(page);

  // The lines are those of the file, also behind a row that is left out.
  const samples = page.getByRole('region', { name: 'Rows that would fail' });
  await expect(samples.getByRole('listitem')).toHaveCount(4);
  await expect(samples).toContainText('Line 7The channel isn’t one of the five.');
  await expect(applyButton(page)).toHaveText('Apply 4 rows');
  // Other pages keep the file.
  const primary = page.getByRole('navigation', { name: 'Primary' });
  await primary.getByRole('link', { name: 'Customers' }).click();
  await primary.getByRole('link', { name: 'Bulk bind' }).click();
  await steps.getByRole('link', { name: 'Dry run' }).click();
  await samples.getByRole('link', { name: 'Line 7' }).click();
  await expect(gridRow(page, 7)).toContainText('wa');
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();
  await steps.getByRole('link', { name: 'Dry run' }).click();
  await expect(page.getByText('These rows haven’t had a dry run yet.')).toBeVisible();
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(applyButton(page)).toHaveText('Apply 6 rows');

  // The worker fails, as without memory.
  const [worker] = page.workers();
  await worker?.evaluate(() => reportError(new Error('Out of memory')));
  await applyButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong here.');
  await expect(page).toHaveURL(/step=dry-run/);
  await expect(applyButton(page)).toBeVisible();
});
