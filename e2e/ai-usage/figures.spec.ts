import * as z from 'zod/mini';
import type { Locator } from '@playwright/test';
import { FORECAST_DAYS, forecastMonth } from '#contract/ai-forecast.ts';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { hero, MIDDLE, region, setCaps, totalOf } from './ai-support.ts';

// The figures of the page against SQL over the stored calls.

/** The 30 days up to `MIDDLE`, `to` not included. */
const [FROM, TO] = ['2026-10-20', '2026-11-19'];
const TODAY = MIDDLE.slice(0, 10);
const DAY_MS = 86_400_000;
const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

type Row = Awaited<ReturnType<OwnSite['query']>>[number];
const num = (row: Row | undefined, name: string) => Number(row?.[name] ?? Number.NaN);
const sumOf = (rows: readonly Row[], name: string) => rows.reduce((sum, row) => sum + num(row, name), 0);

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayText = (day: string) => short.format(new Date(`${day}T00:00:00Z`));
const usd = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });
const wholeUsd = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`;
const latency = (ms: number) => (ms < 1000 ? `${ms}\u00a0ms` : `${(ms / 1000).toPrecision(3)}\u00a0s`);

/** The texts of the cells of a table's body, with the heading of each row. */
async function cellsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  await expect(table.locator('tbody tr').first()).toBeVisible();
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** Two months of calls beside those of the demo site: failed, cached and unpriced ones, and an expensive day. */
const CALLS = Array.from({ length: 240 }, (_, index) => {
  const isExpensive = index % 40 === 7;
  const isCached = index % 17 === 0;
  const isFailed = !isCached && index % 13 === 0;
  return {
    feature: ['bot', 'copilot', 'summary', 'intent'][index % 4],
    model: index % 29 === 0 ? 'unknown-model' : index % 3 === 0 ? 'lumen-large-2' : 'lumen-small-2',
    input_tokens: isCached ? 0 : 1_000 * (1 + ((index * 37) % 90)),
    output_tokens: isCached ? 0 : 100 * (1 + (index % 9)),
    cost_usd: undefined,
    latency_ms: 100 + ((index * 7919) % 9_000),
    status: isFailed ? 'error' : 'ok',
    ...(isFailed && index % 2 === 0 ? { error_code: 'rate_limited' } : {}),
    cache_hit: isCached,
    session_id: `session-${index % 23}`,
    created_utc: isExpensive
      ? `2026-11-10T0${index % 10}:00:00Z`
      : new Date(Date.parse('2026-09-24T18:00:00Z') + index * 5.4 * 3_600_000).toISOString(),
    ...(isExpensive ? { model: 'lumen-large-2', input_tokens: 400_000 } : {}),
  };
});

test.beforeEach(async ({ clock, demoCopy }) => {
  await clock.set(MIDDLE);
  await makeAiCalls(demoCopy, CALLS);
  await setCaps(demoCopy, { monthly_budget_usd: 90 });
});

test('AI-03, AI-16, AI-18, AI-21, AI-22, AI-23, AI-24, AI-25: the figures of the page are those of SQL over the stored calls', async ({
  page,
  demoCopy: site,
}) => {
  const { query } = site;
  const days = await query`
    select to_char(created_utc at time zone 'UTC', 'YYYY-MM-DD') as date, count(*) as calls, sum(cost_usd) as usd,
      count(*) filter (where not is_priced) as unpriced
    from ai_call where site_id = ${site.siteId} group by 1`;
  const of = (date: string) => days.find((row) => row['date'] === date);
  const within = (from: string) => days.filter(({ date }) => String(date) >= from && String(date) < TO);
  const month = within('2026-11-01');
  await signIn(page, site, { path: '/ai/usage' });

  await expect(hero(page).getByRole('heading')).toContainText(`${usd(sumOf(month, 'usd'))} of`);
  const trend = Array.from({ length: FORECAST_DAYS }, (_, index) => {
    const date = dayAfter(TODAY, index + 1 - FORECAST_DAYS);
    return { date, calls: num(of(date), 'calls') || 0, cost_usd: num(of(date), 'usd') || 0 };
  });
  const end = forecastMonth(trend, sumOf(month, 'usd'))?.monthEnd;
  await expect(hero(page)).toContainText(`${wholeUsd(end?.low ?? 0)} to ${wholeUsd(end?.high ?? 0)} by 30 Nov`);

  expect(sumOf(month, 'unpriced')).toBeGreaterThan(0);
  await expect(region(page, 'About these figures')).toContainText(
    `${sumOf(month, 'unpriced')} calls this month are in no cost, as their models have no price.`,
  );

  const dearest = within(FROM).toSorted((a, b) => num(b, 'usd') - num(a, 'usd'))[0];
  const day = String(dearest?.['date']);
  const line = page.getByRole('listitem').filter({ hasText: `${dayText(day)}:` });
  await expect(line).toContainText(usd(num(dearest, 'usd')));
  await line.getByRole('button', { name: 'Why?' }).click();
  const [cause] = await query`
    select feature, model, count(*) as calls, sum(cost_usd) as usd from ai_call where site_id = ${site.siteId}
      and (created_utc at time zone 'UTC')::date = ${day}::date group by 1, 2 order by 4 desc limit 1`;
  const part = `${num(cause, 'calls')} ${String(cause?.['feature'])} calls on ${String(cause?.['model'])}`;
  await expect(line).toContainText(`${part}, ${usd(num(cause, 'usd'))} of ${usd(num(dearest, 'usd'))}`);

  await page.goto(`${site.url}/ai/usage?by=model&columns=all`);

  const [total] = await query`
    select sum(cost_usd) as usd, (
      select count(*) from ticket where site_id = ${site.siteId} and status in ('resolved', 'closed')
        and resolved_utc >= ${FROM}::date::timestamp at time zone 'UTC' and resolved_utc < ${TO}::date::timestamp at time zone 'UTC'
      ) as tickets
    from ai_call where site_id = ${site.siteId} and created_utc >= ${FROM}::date::timestamp at time zone 'UTC'
      and created_utc < ${TO}::date::timestamp at time zone 'UTC'`;
  await expect(region(page, 'About these figures')).toContainText(
    `${usd(num(total, 'usd') / num(total, 'tickets'))} for each of ${num(total, 'tickets')} resolved tickets`,
  );

  const [conversation] = await query`
    select session_id, sum(cost_usd) as usd from ai_call where site_id = ${site.siteId} and session_id is not null
      and created_utc >= ${FROM}::date::timestamp at time zone 'UTC' and created_utc < ${TO}::date::timestamp at time zone 'UTC'
    group by 1 order by 2 desc limit 1`;
  const costliest = page
    .getByRole('table', { name: 'The conversations that cost the most' })
    .locator('tbody tr')
    .first();
  await expect(
    costliest.getByRole('link', { name: `Transcript of ${String(conversation?.['session_id'])}` }),
  ).toBeVisible();
  await expect(costliest).toContainText(usd(num(conversation, 'usd')));

  const models = await query`
    select model, percentile_disc(0.5) within group (order by latency_ms) as p50,
      percentile_disc(0.95) within group (order by latency_ms) as p95, sum(input_tokens) as input,
      sum(output_tokens) as output, sum(cost_usd) as usd
    from ai_call where site_id = ${site.siteId} and created_utc >= ${FROM}::date::timestamp at time zone 'UTC'
      and created_utc < ${TO}::date::timestamp at time zone 'UTC' group by 1`;
  const table = page.getByRole('table', { name: /AI usage by model/ });
  const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).toSorted();
  await expect(async () => {
    const latencies = (await cellsOf(table)).map((cells) => [cells[0]?.trim(), cells.at(-2), cells.at(-1)]);
    expect(sorted(latencies)).toEqual(
      sorted(models.map((row) => [row['model'], latency(num(row, 'p50')), latency(num(row, 'p95'))])),
    );
  }).toPass();

  const { json } = await site.call('GET', 'ai_prices');
  const Price = z.object({ model: z.string(), input_usd: z.number(), output_usd: z.number() });
  const prices = z.object({ data: z.object({ items: z.array(Price) }) }).parse(json).data.items;
  const other = prices.filter(({ output_usd }) => output_usd > 0);
  expect(other.length).toBeGreaterThan(1);
  for (const { model, input_usd, output_usd } of other) {
    await region(page, 'What it went to').getByRole('combobox', { name: 'At the prices of' }).selectOption(model);
    const cost = (sumOf(models, 'input') * input_usd + sumOf(models, 'output') * output_usd) / 1_000_000;
    const apart = cost - num(total, 'usd');
    await expect(totalOf(table)).toContainText(usd(cost) + (apart < 0 ? '−' : '+') + usd(Math.abs(apart)));
  }
});
