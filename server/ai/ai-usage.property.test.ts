import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AI_CALL_FEATURES } from '#contract/ai-names.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import type { AiCallInput } from './record-ai-call.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY_MS = 86_400_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
});
afterAll(() => service.close());

/** Costs in millionths of a dollar: integers add up exactly. */
interface Sample {
  readonly feature: AiCallInput['feature'];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microUsd: number;
  readonly latencyMs: number;
  readonly status: 'ok' | 'error';
  readonly cacheHit: boolean;
  readonly agoMs: number;
  readonly externalId: string | null;
}

const sample: fc.Arbitrary<Sample> = fc.record({
  feature: fc.constantFrom(...AI_CALL_FEATURES),
  inputTokens: fc.integer({ min: 0, max: 5_000_000 }),
  outputTokens: fc.integer({ min: 0, max: 9_000 }),
  microUsd: fc.integer({ min: 0, max: 99_999_999 }),
  latencyMs: fc.integer({ min: 0, max: 30_000 }),
  status: fc.constantFrom('ok', 'error'),
  cacheHit: fc.boolean(),
  agoMs: fc.oneof(fc.integer({ min: 0, max: 95 * DAY_MS }), fc.integer({ min: 0, max: 3 * DAY_MS })),
  externalId: fc.option(fc.constantFrom('a', 'b', 'c')),
});

test('API-ai_usage-GET totals by day, feature and month match any set of calls', async () => {
  const cases = fc.record({
    samples: fc.array(sample, { maxLength: 25 }),
    days: fc.constantFrom(1, 2, 7, 30, 89, 90),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ samples, days }) => {
      const own = await service.createSite();
      for (const one of samples) await store(own, one);
      const answer = await service.call('GET', 'ai_usage', { token: own.token, query: { days, include: 'trend' } });
      const { data } = answer.json;
      const kept = latest(samples).map((one) => ({ ...one, date: dateOf(one.agoMs) }));
      const from = dateOf((days - 1) * DAY_MS);
      const inWindow = kept.filter(({ date }) => date >= from);
      const inMonth = kept.filter(({ date }) => date >= '2026-11-01');

      expect(data.trend).toEqual(
        Array.from({ length: days }, (_, index) => {
          const date = dateOf((days - 1 - index) * DAY_MS);
          return { date, ...sums(inWindow.filter((one) => one.date === date)) };
        }),
      );
      for (const row of data.by_feature) {
        const own = inWindow.filter(({ feature }) => feature === row.feature);
        expect(row).toMatchObject({
          ...sums(own),
          cache_hits: own.filter(({ cacheHit }) => cacheHit).length,
          errors: own.filter(({ status }) => status === 'error').length,
          mean_latency_ms: own.length === 0 ? 0 : total(own, 'latencyMs') / own.length,
        });
      }
      expect(total(data.by_feature, 'calls')).toBe(inWindow.length);
      const { calls, tokens, cost_usd } = sums(inMonth);
      expect(data.summary).toMatchObject({ calls_month: calls, tokens_month: tokens, cost_month_usd: cost_usd });
    }),
    { numRuns: 25 },
  );
});

async function store(own: TestSite, { microUsd, agoMs, ...rest }: Sample): Promise<void> {
  const createdUtc = new Date(Date.parse(NOW) - agoMs).toISOString();
  await recordSample(service, own, { ...rest, costUsd: microUsd / 1e6, createdUtc });
}

/** A call sent again under its external id replaces the first one. */
function latest(samples: readonly Sample[]): Sample[] {
  const known = new Map(samples.map((one, index) => [one.externalId ?? index, one]));
  return [...known.values()];
}

function dateOf(agoMs: number): string {
  return new Date(Date.parse(NOW) - agoMs).toISOString().slice(0, 10);
}

function total<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function sums(rows: readonly Sample[]) {
  return {
    calls: rows.length,
    tokens: total(rows, 'inputTokens') + total(rows, 'outputTokens'),
    cost_usd: total(rows, 'microUsd') / 1e6,
  };
}
