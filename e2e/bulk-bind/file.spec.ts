import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { BULK, choose, csv, dryRun, dryRunButton, goodRows, openBulk, startOver } from './bulk-support.ts';

const lead = (page: Page) => page.getByRole('heading', { level: 2 }).first();

test('BB-01, BB-02, BB-03: a file is dropped, chosen or pasted; its columns, separator and encoding are found, and can be changed', async ({
  page,
  site,
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

  // Pasted from a spreadsheet.
  await startOver(page);
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste rows' });
  await checkA11y(page);
  await dialog.getByRole('textbox').fill(csv(goodRows(3)).replaceAll(',', '\t'));
  await dialog.getByRole('button', { name: 'Check these rows' }).click();
  await expect(dryRunButton(page)).toHaveText('Dry run 3 rows');

  // Columns with names of their own are matched by hand.
  await startOver(page);
  await choose(page, 'Kanal,Kennung,Mail\nsms,+4915155501884,maren@riders.example\n');
  await expect(lead(page)).toHaveText('Choose the column with the channel ID.');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Match the required columns' })).toBeVisible();
  const target = (column: string) => page.getByRole('combobox', { name: `${column} goes to` });
  await target('Kennung').selectOption('email');
  // A target is used once: the column that had it is no longer imported.
  await expect(target('Mail')).toHaveValue('');
  await target('Kennung').selectOption('external_user_id');
  await expect(lead(page)).toHaveText('All required columns are matched.');
  await checkA11y(page);

  // A file without the column has one channel for all rows.
  await startOver(page);
  await choose(page, 'external_user_id,email\n+4915155501884,maren@riders.example\n');
  await expect(lead(page)).toHaveText('Choose the column with the channel.');
  await page.getByRole('combobox', { name: 'Channel of every row' }).selectOption('whatsapp');
  await expect(dryRunButton(page)).toHaveText('Dry run 1 row');

  // As an old spreadsheet writes it.
  await startOver(page);
  const text = 'channel;external_user_id;email;nick\r\nwhatsapp;+4915155501884;jörg@riders.example;"Jörg\r\nHolm"\r\n';
  await choose(page, Buffer.from(text, 'latin1'));
  const separator = page.getByRole('combobox', { name: 'Separator' });
  await expect(separator).toHaveValue(';');
  await expect(page.getByRole('cell', { name: 'jörg@riders.example' })).toBeVisible();
  await separator.selectOption(',');
  await expect(lead(page)).toContainText('Choose the column');
  await separator.selectOption(';');
  await expect(lead(page)).toHaveText('All required columns are matched.');
});

test('BB-11, BB-14: a file that cannot be read says why and what to do, and nothing is sent before the dry run', async ({
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
  await choose(page, csv(goodRows(3)));
  await expect(problem).toBeHidden();
  await dryRun(page);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('dry_run=1');
});
