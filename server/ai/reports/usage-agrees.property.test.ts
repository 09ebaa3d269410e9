import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AI_CALL_FEATURES } from '#contract/ai-names.ts';
import { LATENCY_BOUNDS_MS } from '#contract/ai-latency.ts';
import { AI_GROUPS } from '#contract/ai-reports.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

const DAY_MS = 86_400_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Costs in millionths of a dollar: integers add up exactly. */
const sample = fc.record({
  feature: fc.constantFrom(...AI_CALL_FEATURES),
  model: fc.constantFrom('small', 'large', 'unheard-of'),
  inputTokens: fc.integer({ min: 0, max: 5_000_000 }),
  outputTokens: fc.integer({ min: 0, max: 9_000 }),
  microUsd: fc.integer({ min: 0, max: 99_999_999 }),
  latencyMs: fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(0, ...LATENCY_BOUNDS_MS)),
  status: fc.constantFrom('ok', 'error'),
  cacheHit: fc.boolean(),
  sessionId: fc.option(fc.constantFrom('s1', 's2')),
  externalId: fc.option(fc.constantFrom('a', 'b', 'c')),
  agoMs: fc.oneof(
    fc.integer({ min: 0, max: 35 * DAY_MS }),
    // Around earlier midnights.
    fc
      .record({ days: fc.integer({ min: 0, max: 31 }), ms: fc.constantFrom(-1, 0, 1) })
      .map(({ days, ms }) => Math.max(0, days * DAY_MS + ms)),
  ),
});

interface Row {
  readonly calls: number;
  readonly cost_usd: number;
  readonly errors: number;
  readonly cache_hits: number;
  readonly unpriced_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

// Just before and after midnight at the end of a month, a year and a leap day, and the middle of a day.
const moments = fc.constantFrom(
  '2026-11-20T14:30:00.000Z',
  '2026-11-30T23:59:59.999Z',
  '2026-12-01T00:00:00.000Z',
  '2027-01-01T00:00:00.000Z',
  '2028-02-29T23:59:59.999Z',
  '2028-03-01T00:00:00.000Z',
);

test('API-ai_reports-GET groups by day, feature, model, token and session add up to the totals, to ai_usage and to the month', async () => {
  const cases = fc.record({ now: moments, samples: fc.array(sample, { maxLength: 15 }) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ now, samples }) => {
      service.clock.set(now);
      const own = await service.createSite();
      for (const { microUsd, agoMs, ...rest } of samples) {
        const createdUtc = new Date(Date.parse(now) - agoMs).toISOString();
        await recordSample(service, own, { ...rest, costUsd: microUsd / 1e6, createdUtc });
      }
      const total = await sums(own, '');
      for (const group of AI_GROUPS) expect(await sums(own, `&group_by=${group}`), group).toEqual(total);
      expect(await sums(own, '&group_by=day,feature,model,token')).toEqual(total);
      // Successful and failed calls add up to all.
      const good = await sums(own, '&group_by=feature&status=ok');
      const failed = await sums(own, '&group_by=day&status=error');
      expect(good.map((figure, index) => figure + (failed[index] ?? 0))).toEqual(total);

      const { data: usage } = (await get(own, 'ai_usage', 'days=30&include=trend')).json;
      const days = new Map<string, Row>(
        (await report(own, 'report=usage&group_by=day')).items.map((row: Row & { day: string }) => [row.day, row]),
      );
      for (const { date, calls, cost_usd } of usage.trend) {
        expect({ date, calls: days.get(date)?.calls ?? 0, cost_usd: days.get(date)?.cost_usd ?? 0 }).toEqual({
          date,
          calls,
          cost_usd,
        });
      }
      const [month] = (await report(own, `report=usage&from=${now.slice(0, 8)}01`)).items;
      expect(month).toMatchObject({
        calls: usage.summary.calls_month,
        errors: usage.summary.errors_month,
        unpriced_calls: usage.summary.unpriced_calls_month,
        cost_usd: usage.summary.cost_month_usd,
      });
      const status = (await get(own, 'migrate_status', '')).json.data.ai_usage;
      expect(status).toMatchObject({ calls_month: month.calls, cost_month_usd: month.cost_usd });
      const calls = await report(own, 'report=calls&limit=200');
      await checkLatencies(own, calls.items);
      for (const [filter, isIn] of PARTS) {
        const some: Call[] = calls.items.filter(isIn);
        expect(await sums(own, `&group_by=day,feature${filter}`), filter).toEqual(addUp(some));
        for (const row of (await report(own, `report=usage&group_by=feature${filter}`)).items) {
          const isOwn = (call: Call) => call.feature === row.feature;
          checkLatency(row, some.filter(isOwn));
        }
      }
      expect(calls.total_count).toBe(total[0]);
      expect(micro(calls.items.reduce((sum: number, row: Row) => sum + micro(row.cost_usd), 0) / 1e6)).toBe(total[1]);
    }),
    { numRuns: 12 },
  );
});

test('a call is in the bucket of the first bound that it does not exceed', async () => {
  const latencies = [0, ...LATENCY_BOUNDS_MS.flatMap((bound) => [bound, bound + 1]), 2_147_483_647];
  const rows = await service.database.owner.query<{ ms: number; le_ms: number }>(
    sql`select ms, ai_latency_bound(ms) as le_ms from unnest(${latencies}::integer[]) ms`,
  );
  for (const { ms, le_ms } of rows) {
    expect(le_ms, `${ms} ms`).toBe(LATENCY_BOUNDS_MS.find((bound) => ms <= bound) ?? 2_147_483_647);
  }
});

/** Compares money in millionths: totals of floats differ in their last digits. */
function micro(usd: number): number {
  return Math.round(usd * 1e6);
}

const get = (site: TestSite, resource: string, query: string) =>
  service.call('GET', resource, { token: site.token, query });

async function report(site: TestSite, query: string) {
  const { json, text } = await get(site, 'ai_reports', query);
  expect(json.ok, text).toBe(true);
  return json.data;
}

/** The totals of all groups. */
async function sums(site: TestSite, query: string): Promise<number[]> {
  const rows: Row[] = (await report(site, `report=usage&limit=200${query}`)).items;
  const figures = (row: Row) => [
    row.calls,
    micro(row.cost_usd),
    row.errors,
    row.cache_hits,
    row.unpriced_calls,
    row.input_tokens,
    row.output_tokens,
  ];
  const none = Array.from({ length: 7 }, () => 0);
  return rows.map(figures).reduce((all, one) => all.map((figure, index) => figure + (one[index] ?? 0)), none);
}

interface Call {
  readonly feature: string;
  readonly model: string;
  readonly created_utc: string;
  readonly latency_ms: number;
  readonly status: string;
  readonly cache_hit: boolean;
  readonly priced: boolean;
  readonly cost_usd: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Filters whose figures come from single calls, or from the daily totals without them. */
const PARTS: readonly (readonly [filter: string, isIn: (call: Call) => boolean])[] = [
  ['&status=ok', ({ status }) => status === 'ok'],
  ['&status=error', ({ status }) => status === 'error'],
];

/** The figures of `sums`, from single calls. */
function addUp(calls: readonly Call[]): number[] {
  const sum = (value: (call: Call) => number) => calls.reduce((total, call) => total + value(call), 0);
  return [
    calls.length,
    sum((call) => micro(call.cost_usd)),
    sum(({ status }) => (status === 'error' ? 1 : 0)),
    sum((call) => (call.cache_hit ? 1 : 0)),
    sum(({ priced }) => (priced ? 0 : 1)),
    sum((call) => call.input_tokens),
    sum((call) => call.output_tokens),
  ];
}

/** Checks the percentiles of a group against its calls. */
function checkLatency({ p50_ms, p95_ms }: Row, of: readonly Call[]): void {
  const sorted = of.map(({ latency_ms }) => latency_ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  expect([p50_ms, p95_ms]).toEqual([at(0.5), at(0.95)]);
}

/** Checks the percentiles of all groups. */
async function checkLatencies(site: TestSite, calls: readonly Call[]): Promise<void> {
  const [total] = (await report(site, 'report=usage')).items;
  checkLatency(total, calls);
  for (const group of ['feature', 'model'] as const) {
    for (const row of (await report(site, `report=usage&group_by=${group}`)).items)
      checkLatency(
        row,
        calls.filter((call) => call[group] === row[group]),
      );
  }
  for (const row of (await report(site, 'report=usage&group_by=day')).items)
    checkLatency(
      row,
      calls.filter((call) => call.created_utc.startsWith(row.day)),
    );
}
