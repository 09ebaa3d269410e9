import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  applyButton,
  csv,
  dryRun,
  dryRunButton,
  type FileRow,
  goodRows,
  grid,
  gridRow,
  openBulk,
  openFile,
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

test('BB-04, BB-08: the problems of each row, repeats and conflicts are shown, narrowed, fixed in place by keys and by rule, undone and skipped', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await openFile(page, csv([...DAMAGED, ...REPEATED, ...goodRows(40)]));
  await expect(tab(page, 'To fix')).toHaveText('To fix 7');
  const rows = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(7);
  await expect(gridRow(page, 3)).toContainText('Unknown channel');
  await expect(gridRow(page, 6)).toContainText('Needs email or phone');
  await expect(gridRow(page, 8)).toContainText('Exact repeat, as line 2');
  await expect(gridRow(page, 9)).toContainText('Two emails for one handle, as line 2');
  await checkA11y(page);
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('bad_email');
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('');
  await page.getByRole('button', { name: /^Drop exact repeats 1 row/ }).click();
  await page.getByRole('button', { name: /^Keep the first of each handle 1 row/ }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix 5');

  // By keys: Enter opens the cell, Tab saves it and goes to the next row.
  await gridRow(page, 3).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Channel in line 3' }).selectOption('Messenger');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Channel in line 4' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(gridRow(page, 4)).toBeFocused();
  await expect(tab(page, 'Fixed here')).toHaveText('Fixed here 1');

  // Many at once, and undone.
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix 2');
  await page.getByRole('heading', { level: 1, name: 'Bulk bind' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tab(page, 'To fix')).toHaveText('To fix 4');
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();

  await gridRow(page, 7).getByText('no-address').click();
  await page.getByRole('textbox', { name: 'Email in line 7' }).fill('sam@riders.example');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'To fix')).toHaveText('To fix 1');
  await tab(page, 'Fixed here').click();
  await expect(gridRow(page, 7)).toContainText('sam@riders.example');

  await page.getByRole('button', { name: 'Skip 1 row' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 45 rows');
  await tab(page, 'Skipped').click();
  await page.getByRole('button', { name: 'Restore line 6' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 46 rows');
});

test('BB-05: the dry run says what would happen and which rows would fail, and a change asks for another', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await openFile(page, csv([...goodRows(3), ...DAMAGED]));
  await expect(applyButton(page)).toBeHidden();
  await page.getByRole('button', { name: 'Skip line 6' }).click();
  await dryRun(page);
  await expect(page.getByRole('heading', { name: '4 of 8 rows can be applied.' })).toBeVisible();
  for (const [outcome, count] of [
    ['bound', 4],
    ['no_identity', 1],
    ['bad_channel', 2],
    ['failed', 1],
  ] as const)
    await expect(page.locator(`[data-outcome=${outcome}]`)).toContainText(String(count));
  await expect(page.getByText('4 new customers will be created', { exact: false })).toBeVisible();
  await expect(page.getByText('1 row was left out.')).toBeVisible();
  await checkA11y(page);

  // The lines are those of the file, also behind a row that is left out.
  const samples = page.getByRole('region', { name: 'Rows that would fail' });
  await expect(samples.getByRole('listitem')).toHaveCount(4);
  await expect(samples).toContainText('Line 7The channel isn’t one of the five.');
  await samples.getByRole('link', { name: 'Line 7' }).click();
  await expect(page).toHaveURL(/line=7/);
  await expect(gridRow(page, 7)).toContainText('wa');

  await expect(applyButton(page)).toHaveText('Apply 4 rows');
  await page.getByRole('button', { name: 'wa → WhatsApp 2 rows' }).click();
  await expect(page.getByText('These rows haven’t had a dry run yet.')).toBeVisible();
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(applyButton(page)).toHaveText('Apply 6 rows');
});
