import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { expect, test } from '#e2e/support/test.ts';
import { applyFile, boundChannels, counts, csv, goodRows, importFile, openBulk, openFile } from './bulk-support.ts';

const REFUSED = [
  ['telegram', 'tomas.c', 'tomas@riders.example', '', '<img src=x onerror=alert(1)>'],
  ['sms', '+4915155501887', '', '', '=HYPERLINK(1)'],
  ['whatsapp', '4.91516E+12', '', '4.91516E+12'],
] as const;

test('BB-03, BB-07, BB-10, BB-12: the good rows are applied, damaged numbers are never sent; the results and the rows to fix are files, a second run doubles nothing, and the history has both', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await openBulk(page, site);
  const text = csv([...goodRows(2), ...REFUSED]);
  await openFile(page, text, '<b>crm</b>.csv');
  await expect(page.getByText('1 row has a number that a spreadsheet shortened (4.91516E+12).')).toBeVisible();
  await applyFile(page);
  expect(sent.filter((body) => /e\+1\d/i.test(body))).toEqual([]);
  await expect(page.getByText('<b>crm</b>.csv')).toBeVisible();
  const result = await saved(page, () => page.getByRole('button', { name: 'Download: Result of every row' }).click());
  expect(result.lines.map((line) => line.split(',').slice(5, 8).join(','))).toEqual([
    'line,result,code',
    '2,bound,',
    '3,bound,',
    '4,unknown channel,bad_channel',
    '5,no customer,no_identity',
    '6,not sent,damaged_number',
  ]);
  const errors = await saved(page, () => page.getByRole('button', { name: 'Download: Rows to fix' }).click());
  expect(errors.lines.slice(1)).toEqual([
    'telegram,tomas.c,tomas@riders.example,,<img src=x onerror=alert(1)>',
    "sms,+4915155501887,,,'=HYPERLINK(1)",
    'whatsapp,4.91516E+12,,4.91516E+12,',
  ]);
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await importFile(page, text);
  expect(await counts(page)).toEqual([0, 2, 1, 1, 0]);
  expect(await boundChannels(site)).toBe(2);

  await page.getByRole('button', { name: 'Bind another file' }).click();
  const lines = page
    .getByRole('region', { name: 'Imports' })
    .getByRole('row')
    .filter({ has: page.getByRole('button') });
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('End to end');
  await expect(lines.nth(0)).toContainText('Refreshed 2');

  // A count leads to the rows that it counts, and these are a file.
  await lines.nth(1).getByRole('link', { name: 'Bound 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Import, today, \d/ })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows' }).getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await checkA11y(page);
  await page.getByRole('link', { name: 'No customer 1' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('The row has neither an email nor a phone.');
  await page.getByRole('link', { name: 'All 4' }).click();
  const { lines: file } = await saved(page, () => page.getByRole('button', { name: 'Download' }).click());
  expect(file[0]).toBe('line,outcome,code,identity_id');
  expect(file.slice(3)).toEqual(['4,bad_channel,bad_channel,', '5,no_identity,no_identity,']);
});

test('BB-13: an undo first says what it can undo and what not, and does just that', async ({ page, site }) => {
  const customer = await makeCustomer(site, 'Maren Holm');
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: '+491510000000' });
  await openBulk(page, site);
  await importFile(page, csv(goodRows(5)));
  // Someone changes one of them since, and another one writes.
  await makeTicket(site, { requester_email: 'rider000002@riders.example' });
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: '+491510000040' });
  await page.getByRole('button', { name: 'Undo this import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    '3 channels will be unbound.',
    '1 channel goes back to the customer who had it before.',
    /^1 channel (?:stays|is kept)/,
    '4 customers that the import created will be removed.',
    '1 customer that it created stays: it has been used since, or was merged.',
  ]);
  await checkA11y(page);
  expect(await boundChannels(site)).toBe(5);
  await dialog.getByRole('button', { name: 'Undo 4 channels' }).click();
  await expect(
    page.getByText('Import undone. 4 channels unbound or moved back. 4 customers removed. 1 channel stayed'),
  ).toBeVisible();
  expect(await boundChannels(site)).toBe(2);
  expect(await site.query`select email from customer_identity where site_id = ${site.siteId} order by id`).toEqual([
    { email: 'maren.holm@example.org' },
    { email: 'rider000002@riders.example' },
  ]);
  await expect(page.getByRole('button', { name: 'Undo this import…' })).toBeHidden();
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await expect(page.getByRole('region', { name: 'Imports' })).toContainText('Undone');
});
