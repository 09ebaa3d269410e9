import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  applyButton,
  boundChannels,
  BULK,
  choose,
  csv,
  dryRun,
  dryRunButton,
  goodRows,
  gridRow,
  HEADER,
  openBulk,
  openFile,
  startOver,
} from './bulk-support.ts';

const lead = (page: Page) => page.getByRole('heading', { level: 2 }).first();

test('BB-01: a file is dropped, chosen or pasted, and there is a sample to begin with', async ({
  page,
  site,
  context,
}) => {
  await openBulk(page, site);
  await checkA11y(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a sample file' }).click(),
  ]);
  const sample = await readFile(await download.path());

  // Dropped anywhere, such as on the heading.
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'sample.csv', { type: 'text/csv' }));
    return data;
  }, sample.toString());
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop the file to check it')).toBeVisible();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
  await expect(lead(page)).toHaveText('All required columns are matched.');
  await expect(page.getByText('Drop the file to check it')).toBeHidden();
  await expect(dryRunButton(page)).toHaveText('Dry run 5 rows');
  await expect(page.getByRole('button', { name: 'To fix 0' })).toBeVisible();
  await expect(page.getByText('sample.csv')).toBeVisible();

  // Pasted onto the page.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), csv(goodRows(2)).replaceAll(',', '\t'));
  await page.locator('body').press('ControlOrMeta+v');
  await expect(dryRunButton(page)).toHaveText('Dry run 2 rows');
  await expect(page.getByText('pasted rows')).toBeVisible();

  // Pasted into the dialog.
  await startOver(page);
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste rows' });
  await checkA11y(page);
  await dialog.getByRole('textbox').fill(csv(goodRows(3)));
  await dialog.getByRole('button', { name: 'Check these rows' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 3 rows');
});

test('BB-02: columns are matched by name or by hand, each target once', async ({ page, site }) => {
  await openBulk(page, site);
  const header = 'Kanal,Kennung,Mail';
  const text = `${header}\nsms,+4915155501884,maren@riders.example\n`;
  await choose(page, text, 'crm-monthly-2026-11.csv');
  await expect(lead(page)).toContainText('Choose the column');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Match the required columns' })).toBeVisible();
  const target = (column: string) => page.getByRole('combobox', { name: `${column} goes to` });
  await target('Kanal').selectOption('channel');
  await target('Kennung').selectOption('email');
  await target('Mail').selectOption('email');
  // A target is used once: the column that had it is no longer imported.
  await expect(target('Kennung')).toHaveValue('');
  await expect(lead(page)).toHaveText('Choose the column with the channel ID.');
  await target('Kennung').selectOption('external_user_id');
  await expect(lead(page)).toHaveText('All required columns are matched.');
  await checkA11y(page);

  // A file without the column has one channel for all rows.
  await startOver(page);
  await choose(page, 'external_user_id,email\n+4915155501884,maren@riders.example\n');
  await expect(lead(page)).toHaveText('Choose the column with the channel.');
  await page.getByRole('combobox', { name: 'Channel of every row' }).selectOption('whatsapp');
  await expect(dryRunButton(page)).toHaveText('Dry run 1 row');
});

test('BB-03: separator, encoding and BOM are found, and each can be changed', async ({ page, site }) => {
  await openBulk(page, site);
  const text = 'channel;external_user_id;email;nick\r\nwhatsapp;4,91516E+12;jörg@riders.example;"Jörg\r\nHolm"\r\n';
  await choose(page, Buffer.from(`\ufeff${text}`, 'utf16le'));
  const separator = page.getByRole('combobox', { name: 'Separator' });
  await expect(separator).toHaveValue(';');
  await expect(page.getByRole('combobox', { name: 'Encoding' }).locator('option:checked')).toHaveText(
    'UTF-16 LE with BOM',
  );

  await startOver(page);
  await choose(page, Buffer.from(text.replace('4,91516E+12', '+4915155501884'), 'latin1'));
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252');
  await expect(page.getByRole('cell', { name: 'jörg@riders.example' })).toBeVisible();
  await separator.selectOption(',');
  await expect(lead(page)).toContainText('Choose the column');
  await separator.selectOption(';');
  await expect(lead(page)).toHaveText('All required columns are matched.');

  // A quote that is never closed has a way out.
  await startOver(page);
  await choose(
    page,
    'channel,external_user_id,email\nsms,"+4915155501884,a@riders.example\nsms,+4915155501885,b@riders.example\n',
  );
  await page.getByRole('button', { name: 'End cells with their line' }).click();
  await expect(page.getByText(/, 2 rows\./)).toBeVisible();
});

test('BB-03, BB-07: numbers that a spreadsheet shortened are named and never sent; the good rows are applied, and the others come back as a file', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const rows = [
    'whatsapp,4.91516E+12,,4.91516E+12,',
    'sms,+4915155501884,b@riders.example,"1,5e+11",',
    'sms,+4915155501885,good@riders.example,,@good',
  ];
  await openBulk(page, site);
  await openFile(page, [HEADER, ...rows].join('\n'));
  await expect(page.getByText('2 rows have a number that a spreadsheet shortened (4.91516E+12).')).toBeVisible();
  await expect(gridRow(page, 2)).toContainText('Damaged number and 1 more');
  await dryRun(page);
  await expect(page.getByText('2 rows were left out.')).toBeVisible();
  await applyButton(page).click();
  await expect(page.getByRole('heading', { name: 'The 1 row was applied.' })).toBeVisible();
  expect(sent.filter((body) => /e\+1\d/i.test(body))).toEqual([]);
  expect(await boundChannels(site)).toBe(1);
  const errors = await saved(page, () => page.getByRole('button', { name: 'Download: Rows to fix' }).click());
  expect(errors.lines).toEqual([HEADER, rows[0], rows[1]]);
});

test('BB-11: a file that was changed on disk after the dry run is named before anything is applied', async ({
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
});

test('BB-11, BB-14: a file that cannot be read says why and what to do, and nothing is sent of any file', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && BULK.test(request.url())) sent.push(request.url());
  });
  await openBulk(page, site);
  const problem = page.getByRole('alert').filter({ hasText: 'This file cannot be read' });
  for (const [bytes, name, words] of [
    [Buffer.alloc(0), 'empty.csv', 'It is empty.'],
    [Buffer.from('PK\u0003\u0004xl/workbook.xml'), 'book.csv', 'It is an Excel workbook, whatever its name says.'],
  ] as const) {
    await choose(page, bytes, name);
    await expect(problem, name).toContainText(words);
  }
  await checkA11y(page);
  await openFile(page, csv(goodRows(3)));
  await expect(problem).toBeHidden();
  await settled(page);
  expect(sent, 'nothing leaves the browser before the dry run').toEqual([]);
  await dryRun(page);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('dry_run=1');
});
