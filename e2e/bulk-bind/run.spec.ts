import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { saved } from '#e2e/support/saved-file.ts';
import {
  applyButton,
  boundChannels,
  counts,
  csv,
  dryRun,
  goodRows,
  importFile,
  jobs,
  openBulk,
  openFile,
  startOver,
} from './bulk-support.ts';

const REFUSED = [
  ['telegram', 'tomas.c', 'tomas@riders.example'],
  ['sms', '+4915155501887', ''],
] as const;

test('BB-07: the result of every row is a file, and so are the rows to mend, which bind once they are mended', async ({
  page,
  site,
}) => {
  await openBulk(page, site);
  await importFile(page, csv([...goodRows(2), ...REFUSED]));
  const result = await saved(page, () => page.getByRole('button', { name: 'Download: Result of every row' }).click());
  expect(result.name).toBe('crm-handles-2026-11-result.csv');
  expect(result.lines[0]).toBe(
    'channel,external_user_id,email,phone,display_handle,line,result,code,reason,customer_id',
  );
  expect(result.lines.map((line) => line.split(',').slice(5, 8).join(','))).toEqual([
    'line,result,code',
    '2,bound,',
    '3,bound,',
    '4,bad channel,bad_channel',
    '5,no customer,no_identity',
  ]);
  const errors = await saved(page, () => page.getByRole('button', { name: 'Download: Rows to fix' }).click());
  expect(errors.lines).toEqual([
    'channel,external_user_id,email,phone,display_handle',
    'telegram,tomas.c,tomas@riders.example,,',
    'sms,+4915155501887,,,',
  ]);
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await importFile(page, errors.text.replace('telegram', 'instagram').replace('7,,,', '7,eva@riders.example,,'));
  await expect(page.getByRole('heading', { name: 'All 2 rows were applied.' })).toBeVisible();
  expect(await boundChannels(site)).toBe(4);
});

test('BB-10, BB-12: a file that is run twice doubles nothing; the history has both runs with who and rows', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 404.*id=99999/);
  await openBulk(page, site);
  await expect(
    page.getByText('Safe to run twice: a row that is bound already is refreshed, never doubled.'),
  ).toBeVisible();
  const text = csv([...goodRows(3), ...REFUSED]);
  await importFile(page, text);
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await importFile(page, text);
  expect(await counts(page)).toEqual([0, 3, 1, 1, 0]);
  expect(await boundChannels(site)).toBe(3);

  await page.getByRole('button', { name: 'Bind another file' }).click();
  const history = page.getByRole('region', { name: 'Imports' });
  const lines = history.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('End to end');
  await expect(lines.nth(0)).toContainText('Refreshed 3');
  const [newest, first] = await jobs(site);
  expect(newest?.file_sha256).toBe(first?.file_sha256);

  // A count leads to the rows that it counts, and these are a file.
  await lines.nth(1).getByRole('link', { name: 'Bound 3' }).click();
  await expect(page).toHaveURL(new RegExp(`job=${first?.id}&outcome=bound`));
  const rows = page.getByRole('region', { name: 'Rows' }).getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await checkA11y(page);
  await page.getByRole('link', { name: 'No customer 1' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('no_identity');
  await page.getByRole('link', { name: 'All 5' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  const { lines: file } = await saved(page, () => page.getByRole('button', { name: 'Download 5 rows' }).click());
  expect(file[0]).toBe('line,outcome,code,identity_id');
  expect(file.slice(4)).toEqual(['5,bad_channel,bad_channel,', '6,no_identity,no_identity,']);
  await page.goto(`${site.url}/manage/bulk-bind?job=99999`);
  await expect(page.getByText('There is no such import')).toBeVisible();
});

test('BB-12: the history names the lines of the file: breaks in quotes count, and so do rows that are left out', async ({
  page,
  site,
}) => {
  const [first, second, third] = goodRows(3).map(([channel, id, email]) => `${channel},${id},${email}`);
  await openBulk(page, site);
  await openFile(
    page,
    [
      'channel,external_user_id,email,note',
      `${first},"two\nlines"`,
      'telegram,1,a@b.co,',
      `${second},`,
      '',
      `${third},`,
    ].join('\n'),
  );
  await page.getByRole('button', { name: 'Skip line 4' }).click();
  await dryRun(page);
  await applyButton(page).click();
  await expect(page.getByRole('heading', { name: 'All 3 rows were applied.' })).toBeVisible();
  await page.getByRole('link', { name: 'Rows in the history' }).click();
  const rows = page.getByRole('region', { name: 'Rows' }).getByRole('table').getByRole('rowheader');
  await expect(rows).toHaveText(['2', '5', '7']);
});

test('BB-13: an undo says before what it can take back and what not, and does just that', async ({ page, site }) => {
  const customer = await makeCustomer(site, 'Maren Holm');
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: '+491510000000' });
  await openBulk(page, site);
  await importFile(page, csv(goodRows(5)));
  // Someone changes one of them since, and another one writes.
  await makeTicket(site, { requester_email: 'rider000002@riders.example' });
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: '+491510000040' });
  await page.getByRole('button', { name: 'Undo this import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(dialog.getByRole('listitem').first()).toHaveText('3 channels will be unbound.');
  await expect(dialog).toContainText('1 channel goes back to the customer who had it before.');
  await expect(dialog).toContainText('1 channel stays as it is: someone has changed it since.');
  await expect(dialog).toContainText('4 customers that the import created will be removed.');
  await expect(dialog).toContainText(
    '1 customer that it created stays: something has come to it since, or it was merged.',
  );
  await checkA11y(page);
  expect(await boundChannels(site)).toBe(5);
  await dialog.getByRole('button', { name: 'Undo 4 channels' }).click();
  const done = page.getByRole('dialog', { name: 'Import undone' });
  await expect(done).toContainText('3 channels were unbound.');
  await expect(done).toContainText('1 channel went back.');
  await expect(done).toContainText('4 customers that it created were removed.');
  await expect(done).toContainText(
    '1 customer that it created stays: something has come to it since, or it was merged.',
  );
  await done.getByRole('button', { name: 'Close' }).last().click();
  expect(await boundChannels(site)).toBe(2);
  expect(await site.query`select email from customer_identity where site_id = ${site.siteId} order by id`).toEqual([
    { email: 'maren.holm@example.org' },
    { email: 'rider000002@riders.example' },
  ]);
  await expect(page.getByRole('button', { name: 'Undo this import…' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await expect(page.getByRole('region', { name: 'Imports' })).toContainText('Undone');
});

test('BB-13: an import whose channels are all unbound since still takes its customers back', async ({ page, site }) => {
  await openBulk(page, site);
  await importFile(page, csv(goodRows(1)));
  const query = { channel: 'whatsapp', external_user_id: '+491510000000' };
  expect((await site.call('DELETE', 'bind_channel', { query })).status).toBe(200);
  await page.getByRole('button', { name: 'Undo this import…' }).click();
  await page.getByRole('button', { name: 'Remove 1 customer' }).click();
  await expect(page.getByRole('dialog', { name: 'Import undone' })).toContainText(
    '1 customer that it created was removed.',
  );
});

test('BB-07: the file of the customers without a channel opens here with its columns matched', async ({
  page,
  site,
}) => {
  await makeCustomer(site, 'Ready Holm', { phone: '+49 (151) 5550-1885' });
  await openBulk(page, site);
  await page.goto(`${site.url}/customers?without=whatsapp`);
  await page.getByRole('button', { name: 'Download for bulk bind' }).click();
  await saved(page, () => page.getByRole('button', { name: /^Download \d/ }).click());
  await page.getByRole('link', { name: 'Bind these now' }).click();
  await expect(page).toHaveURL(/\/manage\/bulk-bind\?step=columns/);
  await expect(page.getByRole('button', { name: 'Dry run 1 row' })).toBeVisible();
  await dryRun(page);
  await startOver(page);
  await expect(page.getByRole('button', { name: 'Choose a file' }).first()).toBeVisible();
});
