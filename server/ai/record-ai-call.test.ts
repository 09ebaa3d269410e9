import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordAiCall } from './record-ai-call.ts';
import { recordSample, SAMPLE_CALL, SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

const days = (site = own) =>
  service.database.forSite(site.site.id).query(sql`
    select day::text, feature, sum(calls)::bigint as calls, sum(cache_hits)::bigint as cache_hits,
      sum(errors)::bigint as errors, sum(tokens)::bigint as tokens, trim_scale(sum(cost_usd)) as cost_usd,
      sum(latency_ms)::bigint as latency_ms, sum(unpriced)::bigint as unpriced
    from ai_usage_day group by 1, 2 having sum(calls) <> 0 order by 1, 2`);
const calls = () =>
  service.database.forSite(own.site.id).query(sql`
    select feature, model, tokens, cost_usd, is_priced, status, cache_hit, session_id, external_id, created_utc
    from ai_call order by id`);

test('a call is stored with its exact cost, and its day counts it', async () => {
  const stored = await recordSample(service, own, { sessionId: 's-1', externalId: 'x-1', cacheHit: true });
  expect(stored).toMatchObject({ tokens: 40n, cost_usd: '0.0000195', is_priced: true, is_new: true });
  expect(await calls()).toEqual([
    {
      feature: 'bot',
      model: 'small',
      tokens: 40n,
      cost_usd: '0.0000195',
      is_priced: true,
      status: 'ok',
      cache_hit: true,
      session_id: 's-1',
      external_id: 'x-1',
      created_utc: '2026-11-20T14:30:00.000Z',
    },
  ]);
  expect(await days()).toEqual([
    {
      day: '2026-11-20',
      feature: 'bot',
      calls: 1n,
      cache_hits: 1n,
      errors: 0n,
      tokens: 40n,
      cost_usd: '0.0000195',
      latency_ms: 400n,
      unpriced: 0n,
    },
  ]);
});

test('a given cost is stored exactly, and a model without a price costs nothing and counts as unpriced', async () => {
  await recordSample(service, own, { model: 'unheard-of', costUsd: 0.1 });
  await recordSample(service, own, { model: 'unheard-of', costUsd: 0.2 });
  await recordSample(service, own, { model: 'small', costUsd: 0 });
  expect(await days()).toMatchObject([{ calls: 3n, cost_usd: '0.3', unpriced: 0n }]);
  const stored = await recordSample(service, own, { model: 'unheard-of' });
  expect(stored).toMatchObject({ cost_usd: '0', is_priced: false });
  expect(await days()).toMatchObject([{ calls: 4n, cost_usd: '0.3', unpriced: 1n }]);
});

test('tiny costs add up exactly', async () => {
  for (let n = 0; n < 10; n += 1) await recordSample(service, own, { costUsd: 0.000_000_01 });
  expect(await days()).toMatchObject([{ calls: 10n, cost_usd: '0.0000001' }]);
});

test('repeating an external ID adjusts the days by the difference, also across days and features', async () => {
  const first = await recordSample(service, own, { externalId: 'x', createdUtc: '2026-11-18T23:59:59.999Z' });
  await recordSample(service, own, { externalId: 'y' });
  const again = await recordSample(service, own, {
    externalId: 'x',
    feature: 'intent',
    model: 'none',
    inputTokens: 7,
    outputTokens: 0,
    latencyMs: 50,
    status: 'error',
    createdUtc: '2026-11-19T00:00:00.000Z',
  });
  expect(again).toMatchObject({ id: first.id, is_new: false, tokens: 7n });
  expect(await days()).toEqual([
    {
      day: '2026-11-19',
      feature: 'intent',
      calls: 1n,
      cache_hits: 0n,
      errors: 1n,
      tokens: 7n,
      cost_usd: '0',
      latency_ms: 50n,
      unpriced: 1n,
    },
    expect.objectContaining({ day: '2026-11-20', feature: 'bot', calls: 1n, tokens: 40n }),
  ]);
});

test('an update without a time keeps the time, and one without changes adjusts nothing', async () => {
  await recordSample(service, own, { externalId: 'x', createdUtc: '2026-11-18T10:00:00.000Z' });
  const before = await days();
  await recordSample(service, own, { externalId: 'x' });
  expect(await days()).toEqual(before);
  expect(await calls()).toMatchObject([{ created_utc: '2026-11-18T10:00:00.000Z' }]);
});

test('external IDs are per site', async () => {
  const other = await service.createSite();
  await recordSample(service, own, { externalId: 'x' });
  expect(await recordSample(service, other, { externalId: 'x' })).toMatchObject({ is_new: true });
  expect(await days(other)).toHaveLength(1);
  expect(await calls()).toHaveLength(1);
});

test('a rollback leaves no row and no totals', async () => {
  const context = { actor: TEST_ACTOR, now: service.clock.now(), prices: SAMPLE_PRICES };
  const broken = service.database.forSite(own.site.id).transaction(async (db) => {
    await recordAiCall(db, own.site, SAMPLE_CALL, context);
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(await calls()).toEqual([]);
  expect(await days()).toEqual([]);
});

test('concurrent calls of several features add up without a deadlock', async () => {
  const context = { actor: TEST_ACTOR, now: service.clock.now(), prices: SAMPLE_PRICES };
  const db = service.database.forSite(own.site.id);
  const features = ['bot', 'tone', 'summary'] as const;
  const batch = (order: readonly (typeof features)[number][]) =>
    db.transaction(async (db) => {
      for (const feature of order) await recordAiCall(db, own.site, { ...SAMPLE_CALL, feature }, context);
    });
  await Promise.all(Array.from({ length: 12 }, (_, n) => batch(n % 2 === 0 ? features : features.toReversed())));
  expect(await days()).toMatchObject(features.toSorted().map((feature) => ({ feature, calls: 12n, tokens: 480n })));
});
