import { writeFile } from 'node:fs/promises';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';
import { saved } from '#e2e/support/saved-file.ts';
import {
  applyButton,
  boundChannels,
  csv,
  dryRun,
  dryRunButton,
  goodRows,
  jobs,
  openBulk,
  openFile,
  tab,
} from './bulk-support.ts';

const ROWS = 21_000;

/** As another program wrote it: semicolons, Latin-1, names of its own, and every hundredth row in need of help. */
function damagedFile(): Buffer {
  const lines = ['Kanal;Kennung;Mail;Telefon;Name'];
  for (const [at, [, id, email]] of goodRows(ROWS).entries()) {
    const channel = at % 100 === 7 ? 'wa' : 'whatsapp';
    lines.push(`${channel};${id};${at % 7_000 === 9 ? '' : email};;"Jörg; ${at}"`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

test(
  'BB-02, BB-04, BB-07, BB-09, BB-12, BB-13: a damaged file is mended, applied in parts, read and undone',
  { tag: '@alone' },
  async ({ page, site }) => {
    test.slow();
    const file = { name: 'crm-export.csv', mimeType: 'text/csv', buffer: damagedFile() };
    await openBulk(page, site);
    await page.locator('input[type=file]').setInputFiles(file);
    for (const [column, target] of [
      ['Kanal', 'channel'],
      ['Kennung', 'external_user_id'],
      ['Mail', 'email'],
      ['Telefon', 'phone'],
      ['Name', 'display_handle'],
    ] as const)
      await page.getByRole('combobox', { name: `${column} goes to` }).selectOption(target);
    await page.getByRole('button', { name: 'wa → whatsapp 210 rows' }).click();
    await expect(tab(page, 'To fix')).toHaveText('To fix 3');
    await page.getByRole('button', { name: 'Skip 3 rows' }).click();
    await expect(dryRunButton(page)).toHaveText('Dry run 20,997 rows');
    await dryRun(page);
    await expect(page.getByRole('heading', { name: 'All 20,997 rows can be applied.' })).toBeVisible();

    await applyButton(page).click();
    await expect(page.getByRole('heading', { name: 'All 20,997 rows were applied.' })).toBeVisible({
      timeout: 90_000,
    });

    const { lines } = await saved(page, () =>
      page.getByRole('button', { name: 'Download: Result of every row' }).click(),
    );
    expect(lines).toHaveLength(ROWS + 1);
    expect(lines.filter((line) => line.includes(';bound;'))).toHaveLength(20_997);
    expect(lines.filter((line) => line.includes(';skipped;'))).toHaveLength(3);
    expect(await jobs(site)).toMatchObject([{ parts: 3, counts: { total_rows: 20_997, bound: 20_997 } }]);

    await page.getByRole('button', { name: 'Undo this import…' }).click();
    await page.getByRole('button', { name: 'Undo 20,997 channels' }).click({ timeout: 60_000 });
    await expect(page.getByRole('dialog', { name: 'Import undone' })).toContainText(
      '20,997 customers that it created were removed.',
      { timeout: 120_000 },
    );
    expect(await boundChannels(site)).toBe(0);
  },
);

test('BB-11: a file that was changed after the dry run is told of before anything is applied', async ({
  page,
  site,
}, testInfo) => {
  const path = testInfo.outputPath('crm.csv');
  await writeFile(path, csv(goodRows(3)));
  await openBulk(page, site);
  await page.locator('input[type=file]').setInputFiles(path);
  await dryRun(page);
  await writeFile(path, csv(goodRows(30)));
  await applyButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'The file was changed since it was read' });
  await checkA11y(page);
  await settled(page);
  expect(await boundChannels(site)).toBe(0);
  await dialog.getByRole('button', { name: 'Apply the earlier file' }).click();
  await expect(page.getByRole('heading', { name: 'All 3 rows were applied.' })).toBeVisible();
  expect(await boundChannels(site)).toBe(3);
  // In place of it the file is read anew.
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await openFile(page, csv(goodRows(30)));
  await expect(dryRunButton(page)).toHaveText('Dry run 30 rows');
});
