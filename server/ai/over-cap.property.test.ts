import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSample } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const START = '2026-10-29T22:58:59.000Z';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const stepMs = fc.oneof(
  fc.constantFrom(0, 1, MINUTE_MS, DAY_MS),
  fc.integer({ min: 0, max: 2 * MINUTE_MS }),
  fc.integer({ min: 0, max: 3 * DAY_MS }),
);
const limit = (max: number) => fc.option(fc.integer({ min: 0, max }));
const step = fc.oneof(
  fc.record({
    kind: fc.constant('limits' as const),
    stepMs,
    budget: limit(4),
    tokens: limit(60),
    calls: limit(3),
    action: fc.constantFrom('soft' as const, 'hard' as const, 'hard' as const),
  }),
  fc.record({
    kind: fc.constant('call' as const),
    stepMs,
    agoMs: fc.oneof(fc.constantFrom(0, 1, MINUTE_MS, DAY_MS), fc.integer({ min: 0, max: 6 * DAY_MS })),
    usd: fc.integer({ min: 0, max: 3 }),
    tokens: fc.integer({ min: 0, max: 30 }),
    isHeld: fc.boolean(),
    externalId: fc.option(fc.constantFrom('a', 'b')),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Limits = Extract<Step, { kind: 'limits' }>;

interface Made {
  readonly atMs: number;
  readonly usd: number;
  readonly tokens: number;
  readonly externalId: string | null;
  readonly isOverCap: boolean;
}

/** Whether a hard limit was used up, by going through everything that is known. */
function isOverCap(
  atMs: number,
  limits: readonly { readonly atMs: number; readonly set: Limits }[],
  made: readonly Made[],
) {
  const held = limits.findLast((change) => change.atMs <= atMs)?.set;
  if (held?.action !== 'hard') return false;
  const sum = (sameBegin: number, of: (call: Made) => number) =>
    made
      .filter(
        (call) =>
          call.atMs <= atMs && new Date(call.atMs).toISOString().slice(0, sameBegin) === iso(atMs).slice(0, sameBegin),
      )
      .reduce((total, call) => total + of(call), 0);
  return (
    (held.budget !== null && sum(7, ({ usd }) => usd) >= held.budget) ||
    (held.tokens !== null && sum(10, ({ tokens }) => tokens) >= held.tokens) ||
    (held.calls !== null && sum(16, () => 1) >= held.calls)
  );
}

const iso = (ms: number) => new Date(ms).toISOString();

test('API-ai_reports-GET over_cap says which calls others made while a hard limit was used up, as limits and calls stood when they were stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      let nowMs = Date.parse(START);
      const own = await service.createSite();
      const limits: { atMs: number; set: Limits }[] = [];
      let made: Made[] = [];
      for (const one of steps) {
        nowMs += one.stepMs;
        service.clock.set(iso(nowMs));
        if (one.kind === 'limits') {
          await setLimits(own, one);
          limits.push({ atMs: nowMs, set: one });
          continue;
        }
        const { usd, tokens, isHeld, externalId } = one;
        const atMs = nowMs - one.agoMs;
        const call = { inputTokens: tokens, outputTokens: 0, costUsd: usd, isHeld, externalId };
        await recordSample(service, own, { ...call, createdUtc: iso(atMs) });
        const known = made.find((other) => externalId !== null && other.externalId === externalId);
        made = made.filter((other) => other !== known);
        const isKept = known?.atMs === atMs;
        made.push({
          atMs,
          usd,
          tokens,
          externalId,
          isOverCap: isKept ? known.isOverCap : !isHeld && isOverCap(atMs, limits, made),
        });
      }
      const { items } = await report(own, 'report=calls&limit=200');
      const told = items.map((row: { created_utc: string; over_cap: boolean; cost_usd: number }) => [
        row.created_utc,
        row.cost_usd,
        row.over_cap,
      ]);
      expect(told.toSorted(byText)).toEqual(
        made.map((call) => [iso(call.atMs), call.usd, call.isOverCap]).toSorted(byText),
      );
      const over = made.filter((call) => call.isOverCap);
      const wanted = { over_cap_calls: over.length, over_cap_usd: over.reduce((total, { usd }) => total + usd, 0) };
      // From the sums by day, and from the calls.
      expect((await report(own, 'report=usage')).items[0]).toMatchObject(wanted);
      expect((await report(own, 'report=usage&status=ok')).items[0]).toMatchObject(wanted);
    }),
    { numRuns: 30 },
  );
});

const byText = (a: readonly unknown[], b: readonly unknown[]) => (a.join() < b.join() ? -1 : 1);

async function setLimits(site: TestSite, { budget, tokens, calls, action }: Limits) {
  const body = { monthly_budget_usd: budget, daily_token_limit: tokens, minute_call_limit: calls, action };
  const { json, text } = await service.call('PATCH', 'ai_limits', { token: site.token, body });
  expect(json.ok, text).toBe(true);
}

async function report(site: TestSite, query: string) {
  const { json, text } = await service.call('GET', 'ai_reports', { token: site.token, query });
  expect(json.ok, text).toBe(true);
  return json.data;
}
