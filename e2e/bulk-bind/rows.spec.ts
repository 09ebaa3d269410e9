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

const NATIONAL: readonly FileRow[] = ['0151 555 0188', '0151 555 0189'].map((phone, at): FileRow => [
  'sms',
  `+4915155501${at}8`,
  '',
  phone,
]);

const DAMAGED: readonly FileRow[] = [
  ['whatsapp', '+4915155501884', 'maren@riders.example'],
  ['telegram', '@tomas', 'tomas@riders.example'],
  ['wa', '+4915155501885', 'ben@riders.example'],
  ['wa', '+4915155501886', 'eva@riders.example'],
  ['sms', '+4915155501887', ''],
  ['sms', '+4915155501888', 'no-address'],
];

test('BB-04: what is wrong with each row is shown, narrowed, mended in place by keys, by rule, skipped, and taken back', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await openFile(page, csv([...DAMAGED, ...goodRows(40)]));
  await expect(tab(page, 'To fix')).toHaveText('To fix 5');
  await expect(
    grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') }),
  ).toHaveCount(5);
  await expect(gridRow(page, 3)).toContainText('Channel is not allowed');
  await expect(gridRow(page, 6)).toContainText('Needs email or phone');
  await checkA11y(page);

  // Only one problem.
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('bad_email');
  await expect(
    grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') }),
  ).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Problem' }).selectOption('');

  // By keys: Enter opens the cell, Tab saves it and goes to the next row.
  await gridRow(page, 3).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'channel in line 3' }).selectOption('messenger');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'channel in line 4' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(gridRow(page, 4)).toBeFocused();
  await expect(tab(page, 'To fix')).toHaveText('To fix 4');
  await expect(tab(page, 'Fixed here')).toHaveText('Fixed here 1');

  // Many at once, and back.
  await page.getByRole('button', { name: 'wa → whatsapp 2 rows' }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix 2');
  await page.getByRole('heading', { level: 1, name: 'Bulk bind' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tab(page, 'To fix')).toHaveText('To fix 4');
  await page.getByRole('button', { name: 'wa → whatsapp 2 rows' }).click();
  await expect(gridRow(page, 4)).toHaveCount(0);

  // Text in place by a click, and the offer of a single row.
  await gridRow(page, 7).getByText('no-address').click();
  await page.getByRole('textbox', { name: 'email in line 7' }).fill('sam@riders.example');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'To fix')).toHaveText('To fix 1');
  await tab(page, 'Fixed here').click();
  await expect(gridRow(page, 7)).toContainText('sam@riders.example');

  // What is left is skipped, and can be taken back.
  await page.getByRole('button', { name: 'Skip 1 row' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 45 rows');
  await tab(page, 'Skipped').click();
  await page.getByRole('button', { name: 'Restore line 6' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 46 rows');
});

test('BB-08: repeats and handles with two emails are found before anything is sent', async ({ page, site }) => {
  await openBulk(page, site);
  await openFile(
    page,
    csv([
      ['whatsapp', '+4915155501884', 'maren@riders.example'],
      ['whatsapp', '+4915155501884', 'maren@riders.example'],
      ['sms', '+4915155501885', 'ben@riders.example'],
      ['sms', '+4915155501885', 'eva@riders.example'],
    ]),
  );
  await expect(gridRow(page, 3)).toContainText('Exact repeat, as line 2');
  await expect(gridRow(page, 5)).toContainText('Two emails for one handle, as line 4');
  await page.getByRole('button', { name: /^Drop exact repeats 1 row/ }).click();
  await expect(gridRow(page, 3)).toHaveCount(0);
  await page.getByRole('button', { name: 'Skip line 5' }).click();
  await expect(tab(page, 'To fix')).toHaveText('To fix 0');
  await expect(dryRunButton(page)).toHaveText('Dry run 2 rows');
});

test('BB-03, BB-04: national numbers become those of a country that is chosen', async ({ page, site }) => {
  await openBulk(page, site);
  await openFile(page, csv([...NATIONAL, ...goodRows(2)]));
  await page.getByRole('combobox', { name: 'National numbers are from' }).selectOption('DE');
  await page.getByRole('button', { name: /Add the country code to national numbers 2 rows/ }).click();
  await tab(page, 'Fixed here').click();
  await expect(gridRow(page, 2)).toContainText('+49151');
});

test('BB-05: the dry run says what would happen, its samples lead to their rows, and a change asks for another', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await openFile(page, csv([...goodRows(3), ...DAMAGED]));
  await expect(applyButton(page)).toBeHidden();
  await page.getByRole('button', { name: 'Skip line 6' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 8 rows');
  await dryRun(page);
  await expect(page.getByRole('heading', { name: '4 of 8 rows can be applied.' })).toBeVisible();
  await expect(page.locator('[data-outcome=bound]')).toContainText('4');
  await expect(page.locator('[data-outcome=no_identity]')).toContainText('1');
  await expect(page.locator('[data-outcome=bad_channel]')).toContainText('2');
  await expect(page.locator('[data-outcome=failed]')).toContainText('1');
  await expect(page.getByText('4 new customers will be created', { exact: false })).toBeVisible();
  await expect(page.getByText('1 row was left out.')).toBeVisible();
  await checkA11y(page);

  // The service names the lines of the file, also behind a row that is left out.
  const samples = page.getByRole('region', { name: 'Error samples' });
  await expect(samples.getByRole('listitem')).toHaveCount(4);
  await expect(samples).toContainText('line 7: bad_channel: channel must be one of');
  await samples.getByRole('link', { name: 'line 7:' }).click();
  await expect(page).toHaveURL(/line=7/);
  await expect(gridRow(page, 7)).toContainText('wa');

  // Any change makes it a dry run of other rows.
  await expect(applyButton(page)).toHaveText('Apply 4 rows');
  await page.getByRole('button', { name: 'wa → whatsapp 2 rows' }).click();
  await expect(page.getByText('These rows haven’t had a dry run yet.')).toBeVisible();
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(applyButton(page)).toHaveText('Apply 6 rows');
});
