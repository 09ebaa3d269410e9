import { open, readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const HEADER = 'channel,external_user_id,email,display_handle,phone';
const NAMED = 'sms,+49301234567,a@b.co,Jürgen,';
const ROW = 'instagram,17841405822304,ada@example.org,,';

async function openPage(page: Page, site: OwnSite): Promise<void> {
  await signIn(page, site, { path: '/manage/bulk-bind' });
}

async function give(page: Page, content: string | Uint8Array, name = 'handles.csv'): Promise<void> {
  const buffer = Buffer.from(content);
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const readAs = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
/** How a file is taken, and whether by itself. */
const readLine = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Read as' })
    .getByRole('definition')
    .filter({ has: readAs(page, name) });
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Rows of the file' }).getByRole('button', { name });
const gridRow = (page: Page, line: number) =>
  page
    .getByRole('grid', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.locator('[role=gridcell]:first-child', { hasText: new RegExp(`^${line}$`) }) });
const rule = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test.beforeEach(async ({ page, site }) => openPage(page, site));

for (const [what, bytes, encoding] of [
  [
    'UTF-16 with tabs',
    Buffer.from(`\ufeff${HEADER}\r\n${NAMED}\r\n`.replaceAll(',', '\t'), 'utf16le'),
    'UTF-16 LE with BOM',
  ],
  ['Latin-1 with semicolons', Buffer.from(`${HEADER}\r\n${NAMED}\r\n`.replaceAll(',', ';'), 'latin1'), 'Latin-1'],
] as const) {
  test(`BB-03: ${what} is detected; where another encoding is chosen that it is not, the way back is there`, async ({
    page,
  }) => {
    await give(page, bytes);
    await expect(readLine(page, 'Encoding')).toContainText('detected');
    await expect(readAs(page, 'Encoding').locator('option:checked')).toHaveText(encoding);
    await expect(gridRow(page, 2)).toContainText('Jürgen');
    await readAs(page, 'Encoding').selectOption('UTF-8');
    await expect(alert(page)).toContainText('Its bytes are not utf-8');
    await page.getByRole('button', { name: 'Detect the encoding' }).click();
    await expect(gridRow(page, 2)).toContainText('Jürgen');
  });
}

test('BB-03: a BOM and old line ends do no harm, and another encoding can be chosen', async ({ page }) => {
  await give(page, `\ufeff${HEADER}\r${NAMED}\r`);
  await expect(readAs(page, 'Encoding').locator('option:checked')).toHaveText('UTF-8 with BOM');
  await expect(gridRow(page, 2)).toContainText('Jürgen');
  await page.getByRole('button', { name: 'Start over' }).click();
  await give(page, `${HEADER}\n${NAMED}\n`);
  await readAs(page, 'Encoding').selectOption('Latin-1');
  await expect(gridRow(page, 2)).toContainText('JÃ¼rgen');
  await expect(readLine(page, 'Encoding')).toContainText('chosen');
});

test('BB-03: a quote that is never closed is told with its line, and can be held to it', async ({ page }) => {
  await give(
    page,
    `${HEADER}\n${ROW}\nsms,"+49301,bob@example.org,,\n${ROW.replace('304', '305')}\n${ROW.replace('304', '306')}\n`,
  );
  await expect(page.getByText('A quotation mark in line 3 is never closed')).toBeVisible();
  await expect(gridRow(page, 3)).toContainText('Quote never closed');
  await expect(page.getByRole('button', { name: 'Dry run 1 row' })).toBeEnabled();
  await page.getByRole('button', { name: 'End cells with their line' }).click();
  await expect(page.getByText('is never closed')).toHaveCount(0);
  await expect(tab(page, 'All')).toContainText('4');
});

test('BB-03: quoted line breaks stay in their cells, and lines are counted with them', async ({ page }) => {
  await give(page, `${HEADER}\nsms,1,a@b.co,"two\nlines",\nfax,2,a@b.co,,\n`);
  await expect(page.getByText('LF, 1 quoted line break kept')).toBeVisible();
  await expect(gridRow(page, 4)).toContainText('Channel is not allowed');
});

test('BB-11: an empty file, one without rows, and a header that cannot be read each say what to do', async ({
  page,
}) => {
  const say = async (content: string, text: string) => {
    await give(page, content);
    await expect(alert(page)).toContainText(text);
  };
  await say('', 'It is empty. Choose a file with a header and at least one row.');
  await checkA11y(page);
  await say(`${HEADER}\r\n`, 'It has a header and no rows. Add rows below the header');
  await say(`channel,\0\n${ROW}`, 'holds an unreadable character. Save it again as CSV in UTF-8.');
  await say(`${'x'.repeat(65_537)}\n${ROW}`, 'Its first row is over 64 kB');
  await say(`channel,"external_user_id,email\n${ROW}`, 'A quotation mark in line 1 is never closed');
  await page.getByRole('button', { name: 'End cells with their line' }).click();
  await expect(page.getByRole('heading', { name: 'external_user_id is not matched yet' })).toBeVisible();
});

test('BB-11: a workbook named .csv, and what is no text at all, are told apart', async ({ page }) => {
  await give(page, Buffer.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 200 }, () => 9)]));
  await expect(alert(page)).toContainText('It is an Excel workbook, whatever its name says.');
  await expect(alert(page)).toContainText('save it as CSV');
  await give(page, '%PDF-1.7\n');
  await expect(alert(page)).toContainText('It isn’t text. Save the list as CSV');
});

test('BB-11: a file over 64 MB is refused before it is read, with what to do', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('large.csv');
  const file = await open(path, 'w');
  await file.truncate(70_000_000);
  await file.close();
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(alert(page)).toContainText(
    'It is 70.0 MB; the limit is 64.0 MB. Split it, and bind the parts one after the other.',
  );
});

test('BB-03: a file that changed on disk is chosen again', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('handles.csv');
  await writeFile(path, `${HEADER}\n${ROW}\n`);
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(gridRow(page, 2)).toContainText('Ready');
  await writeFile(path, `${HEADER}\n${ROW}\n${ROW}\n`);
  await readAs(page, 'Separator').selectOption('Semicolon');
  await expect(alert(page)).toContainText('It was changed, moved or removed while it was read. Choose it again.');
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(tab(page, 'All')).toContainText('2');
});

test('BB-02, BB-03: a header in other words, case and order is matched, and its absence is seen', async ({ page }) => {
  await give(page, `Mobile;Owner;E-Mail;HANDLE_ID;Kanal\n+49301;x;ada@example.org;7;sms\n`);
  await expect(page.getByRole('heading', { name: 'All required columns are matched.' })).toBeVisible();
  await expect(readAs(page, 'HANDLE_ID goes to')).toHaveValue('external_user_id');
  await expect(readAs(page, 'Mobile goes to')).toHaveValue('phone');
  await expect(readAs(page, 'Owner goes to')).toHaveValue('');
  await page.getByRole('button', { name: 'Start over' }).click();
  await give(page, `${ROW}\n${ROW.replace('304', '305')}\n`);
  await expect(readAs(page, 'First row')).toHaveValue('no');
  await expect(tab(page, 'All')).toContainText('2');
});

test('BB-03: numbers that a spreadsheet shortened are named and never sent, and the good rows are applied', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const rows = [
    'whatsapp,4.91516E+12,,,4.91516E+12',
    'sms,+4915155501884,b@riders.example,,"1,5e+11"',
    'sms,+4915155501885,good@riders.example,@good,',
    'messenger,1.01E+15,m@riders.example,,',
  ];
  await give(page, [HEADER, ...rows].join('\n'));
  await expect(page.getByText('2 rows have a number that a spreadsheet shortened (4.91516E+12).')).toBeVisible();
  await expect(page.getByText('Export the file again with this column as text')).toBeVisible();
  await expect(gridRow(page, 2)).toContainText('Damaged number and 1 more');
  await expect(gridRow(page, 3)).toContainText('Damaged number');
  await expect(gridRow(page, 5)).toContainText('ID may be damaged');
  await checkA11y(page);

  // They are left out without being skipped.
  await page.getByRole('button', { name: 'Skip line 5' }).click();
  await page.getByRole('button', { name: 'Dry run 1 row' }).click();
  await expect(page.getByText('3 rows were left out.')).toBeVisible();
  await expect(page.getByRole('button', { name: '3 error rows' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply 1 row' }).click();
  await expect(page.getByRole('heading', { name: 'The 1 row was applied.' })).toBeVisible();
  expect(sent.filter((body) => /e\+1\d/i.test(body))).toEqual([]);
  expect(await channelsOf(site, 'good@riders.example')).toEqual([
    { external_user_id: '+4915155501885', display_handle: '@good' },
  ]);
  expect(await site.query`select 1 as one from customer_identity where site_id = ${site.siteId}`).toHaveLength(1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Rows to fix' }).click();
  const left = await readFile(await (await download).path(), 'utf8');
  expect(left.split('\r\n')).toEqual([`\ufeff${HEADER}`, rows[0], rows[1], rows[3], '']);

  // The file comes back, and the full number is typed into the cell.
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await give(page, left);
  await gridRow(page, 3).getByText('1,5e+11').click();
  await page.getByRole('textbox', { name: 'phone in line 3' }).fill('+4930123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 row has a number that a spreadsheet shortened (4.91516E+12).')).toBeVisible();
  await apply(page, 'Dry run 2 rows');
  expect(await channelsOf(site, 'b@riders.example')).toEqual([
    { external_user_id: '+4915155501884', display_handle: null },
  ]);
});

test('BB-03, BB-04: stripped zeros and lost pluses are mended for the country that is chosen, and taken back', async ({
  page,
}) => {
  await give(
    page,
    `${HEADER}\nsms,0151 5550 1884,a@b.co,,\nsms,4915155501885,b@b.co,,\nsms,00491515550186,c@b.co,,\nsms,+491515550187,d@b.co,,\n`,
  );
  await expect(gridRow(page, 2)).toContainText('No country code');
  await expect(gridRow(page, 3)).toContainText('No + before the code');
  await expect(gridRow(page, 4)).toContainText('00 instead of +');
  await page.getByRole('combobox', { name: 'National numbers are from' }).selectOption('Germany');
  await rule(page, /Add the country code to national numbers 1 row/).click();
  await rule(page, /Add \+ before the country code 1 row/).click();
  await rule(page, /00 → \+ 1 row/).click();
  await expect(tab(page, 'To fix')).toContainText('0');
  await tab(page, 'Fixed here').click();
  await expect(gridRow(page, 2)).toContainText('+4915155501884');
  await expect(gridRow(page, 3)).toContainText('+4915155501885');
  await expect(gridRow(page, 4)).toContainText('+491515550186');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tab(page, 'To fix')).toContainText('1');
});

test('BB-08: repeats and two emails of one handle are found, with their lines, before anything is sent', async ({
  page,
}) => {
  await give(page, `${HEADER}\n${ROW}\n${ROW}\n${ROW.replace('ada@', 'bob@')}\n`);
  await expect(gridRow(page, 3)).toContainText('Exact repeat, as line 2');
  await expect(gridRow(page, 4)).toContainText('Two emails for one handle, as line 2');
  await rule(page, /Drop exact repeats 1 row/).click();
  await rule(page, /Keep the last of each handle 1 row/).click();
  await expect(page.getByRole('button', { name: 'Dry run 1 row' })).toBeEnabled();
});

test('BB-04: cells of 64 kB, NULs and more cells than columns are red; what a spreadsheet leaves behind goes by rule', async ({
  page,
}) => {
  const rows = [
    `sms,${'x'.repeat(65_600)},a@b.co,,`,
    'sms,1\0,a@b.co,,',
    `${ROW},,`,
    'sms,2,a@b.co,,,extra',
    ',,,,',
    `sms,${'🚲'.repeat(201)},a@b.co,,`,
  ];
  await give(page, [HEADER, ...rows].join('\r\n'));
  await expect(gridRow(page, 2)).toContainText('Over 64 kB');
  await expect(gridRow(page, 3)).toContainText('Unreadable character');
  await expect(gridRow(page, 7)).toContainText('201 characters, 200 allowed');
  await rule(page, /Drop empty cells at the end 1 row/).click();
  await rule(page, /Skip empty rows 1 row/).click();
  await expect(gridRow(page, 5)).toContainText('More cells than the header');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Skip 4 rows' }).click();
  await expect(page.getByRole('button', { name: 'Dry run 1 row' })).toBeEnabled();
});

const Customer = z.object({
  data: z.object({
    identity: z.object({
      channels: z.array(z.object({ external_user_id: z.string(), display_handle: z.nullable(z.string()) })),
    }),
  }),
});

async function channelsOf(site: OwnSite, email: string) {
  return Customer.parse((await site.call('GET', 'customer', { query: { email } })).json).data.identity.channels;
}

test('BB-04, BB-07: a damaged file is mended and applied, and what was left out comes back to be mended and sent', async ({
  page,
  site,
}) => {
  const rows = [
    'Kanal;HANDLE_ID;E-Mail;Nick;Notiz',
    'wa;00491515550181;ada@riders.example;Jürgen;',
    'wa;00491515550181;ada@riders.example;Jürgen;',
    'telegram;5;bob@riders.example;@bob;=1+1',
    '',
  ];
  await give(page, Buffer.from(rows.join('\r\n'), 'latin1'), 'crm.csv');
  await rule(page, /wa → whatsapp 2 rows/).click();
  await rule(page, /00 → \+ 2 rows/).click();
  await rule(page, /Drop exact repeats 1 row/).click();
  await page.getByRole('button', { name: 'Skip 1 row' }).click();
  await apply(page, 'Dry run 1 row');
  expect(await channelsOf(site, 'ada@riders.example')).toEqual([
    { external_user_id: '+491515550181', display_handle: 'Jürgen' },
  ]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Rows to fix' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('crm-to-mend.csv');
  const text = await readFile(await file.path(), 'utf8');
  const left = [
    '\ufeffKanal;HANDLE_ID;E-Mail;Nick;Notiz',
    'whatsapp;+491515550181;ada@riders.example;Jürgen;',
    "telegram;5;bob@riders.example;'@bob;'=1+1",
    '',
  ];
  expect(text).toBe(left.join('\r\n'));

  await page.getByRole('button', { name: 'Bind another file' }).click();
  await give(page, text);
  await rule(page, /Drop leading apostrophes 1 row/).click();
  await gridRow(page, 3).getByText('telegram').click();
  await page.getByRole('combobox', { name: 'channel in line 3' }).selectOption('messenger');
  await page.keyboard.press('Enter');
  await apply(page, 'Dry run 2 rows');
  expect(await channelsOf(site, 'bob@riders.example')).toEqual([{ external_user_id: '5', display_handle: '@bob' }]);
});

async function apply(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: /^Apply \d/ }).click();
  await expect(page.getByRole('heading', { name: /(?:was|were) applied\.$/ })).toBeVisible();
}
