import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { makeAiCalls, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeDailyCalls, MIDDLE, NOVEMBER, region } from './ai-support.ts';

test.beforeEach(({ clock }) => clock.set(MIDDLE));

test('AI-02, AI-12, AI-13: arrow keys read the days of a chart, Enter opens one, and the table is the file, cell by cell', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  await signIn(page, site, { path: '/ai/usage' });
  const perDay = region(page, 'Cost per day');
  const chart = perDay.getByRole('application', { name: 'AI cost per UTC day, UTC days, 20 Oct to 18 Nov' });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(perDay.getByRole('status')).toContainText('21 Oct');
  for (let day = 0; day < 28; day += 1) await page.keyboard.press('ArrowRight');
  await expect(perDay.getByRole('status')).toContainText('18 Nov, so farTotal $1.50');
  await page.keyboard.press('ArrowLeft');
  await expect(perDay.getByRole('status')).toContainText('17 NovTotal $2.50');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/usage\/calls\?.*from=2026-11-17&to=2026-11-18/);
  await expect(page.getByText('1 to 4 of 4 calls')).toBeVisible();
  await page.goBack();

  await expect(chart).toBeVisible();
  const download = page.waitForEvent('download');
  await perDay.getByRole('button', { name: 'Download Cost per day' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('ai-usage-daily-2026-10-20-to-2026-11-18-utc.csv');
  const [head = [], ...rows] = z
    .array(z.array(z.string()))
    .parse(parse(await readFile(await file.path(), 'utf8'), { bom: true }));
  expect(head.slice(0, 4)).toEqual(['date_utc', 'cost_usd', 'calls', 'tokens']);
  expect(head).toContain('cost_usd_bot');
  expect(rows.map(([, cost]) => cost)).toEqual(
    Array.from({ length: 30 }, (_, day) => ({ 0: '4', 11: '10', 12: '1', 28: '2.5', 29: '1.5' })[day] ?? '0'),
  );
  // The key means the chart with the focus.
  await chart.focus();
  await page.keyboard.press('t');
  await expect(region(page, 'Spend against budget').getByRole('table')).toHaveCount(0);
  const usd = (exact: string) => `$${Number(exact).toFixed(2)}`;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
  await expect(perDay.getByRole('table').locator('tbody tr').locator('th, td')).toHaveText(
    rows.flatMap(([date = '', cost = '', calls = '', tokens = '', ...more]) => [
      ...[day.format(new Date(`${date}T00:00:00Z`)), usd(cost), calls, tokens],
      ...more.map(usd),
    ]),
  );
  await checkA11y(page);
  await perDay.getByRole('link', { name: '17 Nov' }).click();
  await expect(page.getByText('1 to 4 of 4 calls')).toBeVisible();
});

test('AI-11, AI-23: an unusual day says against what and why, and opens its calls', async ({ page, site }) => {
  // Yesterday, and the Tuesdays of eight weeks, of which 13.50 USD is the median.
  await makeDailyCalls(
    site,
    Array.from({ length: 8 }, (_, week) => ({ daysAgo: 8 + 7 * week, cost_usd: 10 + week })),
  );
  const { email } = await makeCustomer(site, 'Maren Holm');
  const chat = { session_id: 'chat-1', created_utc: '2026-11-17T12:00:00Z' };
  const messages = [{ role: 'visitor', text: 'Read all of this.' }];
  await site.call('POST', 'ingest', { body: { items: [{ kind: 'transcript', ...chat, email, messages }] } });
  // The second one cost nothing and is no reason.
  await makeAiCalls(site, [
    { ...chat, cost_usd: 40, input_tokens: 200_000 },
    { created_utc: chat.created_utc, feature: 'tone' },
  ]);
  await signIn(page, site, { path: '/ai/usage?days=7' });
  const line = page.getByRole('listitem').filter({ hasText: 'times the usual' });
  await expect(line).toHaveText('17 Nov: $40.00, 3.0 times the usual $13.50 of a Tuesday Why?');
  await line.getByRole('button', { name: 'Why?' }).click();
  await expect(line.getByRole('listitem')).toHaveText([
    /^1 bot call on .*, \$40\.00 of \$40\.00$/,
    /^1 bot call over 100,000 input tokens, \$40\.00/,
    /^1 call of Maren Holm, \$40\.00/,
  ]);
  const why = line.getByRole('button', { name: 'Why?' });
  for (const [reason, filter] of [
    ['1 bot call on', /feature=bot/],
    ['over 100,000 input tokens', /min=100000/],
    ['1 call of Maren Holm', /customer=\d+/],
  ] as const) {
    await line.getByRole('link', { name: reason }).click();
    await expect(page).toHaveURL(filter);
    await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
    await page.goBack();
    await why.click();
  }
  await line.getByRole('link', { name: '17 Nov' }).click();
  await expect(page).toHaveURL(/usage\/calls\?.*from=2026-11-17/);
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
});
