import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXACT_CALLS } from '#contract/ai-latency.ts';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { recordSample } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:15.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

async function rows(query = '') {
  const answer = await service.call('GET', 'ai_reports', { token: own.token, query: `report=usage${query}` });
  expectSuccess(answer);
  return answer.json.data.items;
}

test('API-ai_reports-GET percentiles are exact', async () => {
  for (const latencyMs of [90, 10, 70_000, 30]) await recordSample(service, own, { latencyMs });
  await recordSample(service, own, { latencyMs: 51, feature: 'tone', model: 'large', sessionId: 's1' });
  expect(await rows()).toMatchObject([{ calls: 5, p50_ms: 51, p95_ms: 70_000 }]);
  const tone = { feature: 'tone', p50_ms: 51, p95_ms: 51 };
  expect(await rows('&group_by=feature')).toMatchObject([{ feature: 'bot', p50_ms: 30, p95_ms: 70_000 }, tone]);
  expect(await rows('&group_by=feature,model&model=large')).toMatchObject([tone]);
  expect(await rows('&group_by=session')).toMatchObject([
    { session_id: 's1', p50_ms: 51, p95_ms: 51 },
    { session_id: null, p50_ms: 30, p95_ms: 70_000 },
  ]);
  expect(await rows('&status=error')).toMatchObject([{ calls: 0, p50_ms: null, p95_ms: null }]);
});

test('API-ai_reports-GET percentiles of more than 10,000 calls come from the histogram', async () => {
  await recordSample(service, own, { latencyMs: 110 });
  await addCalls(EXACT_CALLS - 1, 110);
  expect(await rows('&group_by=feature')).toMatchObject([{ calls: EXACT_CALLS, p50_ms: 110, p95_ms: 110 }]);
  await recordSample(service, own, { latencyMs: 110 });
  // Interpolated between 100 and 150.
  expect(await rows('&group_by=feature')).toMatchObject([{ calls: EXACT_CALLS + 1, p50_ms: 125, p95_ms: 148 }]);
  await addCalls(EXACT_CALLS * 2, 60_001);
  expect(await rows()).toMatchObject([{ calls: EXACT_CALLS * 3 + 1, p50_ms: null, p95_ms: null }]);
  // The few failed calls among them have exact percentiles.
  await recordSample(service, own, { latencyMs: 777, status: 'error' });
  expect(await rows('&status=error')).toMatchObject([{ calls: 1, p50_ms: 777, p95_ms: 777 }]);
});

/** Copies the existing bot call, with its totals. */
async function addCalls(calls: number, latencyMs: number) {
  await service.database.owner.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, created_utc)
    select site_id, 1000000 * ${latencyMs}::bigint + n, feature, model, 0, 0, 0, true, ${latencyMs}::integer, 'ok', false, created_utc
    from (select * from ai_call limit 1) c cross join generate_series(1, ${calls}::integer) n`);
  await service.database.owner.query(sql`update ai_usage_day set calls = calls + ${calls}::integer`);
  await service.database.owner.query(sql`
    insert into ai_latency_day as d (site_id, day, feature, model, token_id, le_ms, calls)
    select site_id, day, feature, model, token_id, ai_latency_bound(${latencyMs}::integer), ${calls}::integer from ai_usage_day
    on conflict (site_id, day, feature, model, token_id, le_ms) do update set calls = d.calls + excluded.calls`);
}
