import { afterEach, beforeEach, expect, test } from 'vitest';
import { AI_GROUPS } from '#contract/ai-reports.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:15.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

const report = async (query: string, site = own) => {
  const answer = await service.call('GET', 'ai_reports', { token: site.token, query });
  expectSuccess(answer);
  return answer.json.data;
};
const refused = async (query: string) =>
  expectError(await service.call('GET', 'ai_reports', { token: own.token, query }), 'bad_field');

test('API-ai_reports-GET without calls the totals are one row of zeros, and there are no groups', async () => {
  const { items, total_count } = await report('report=usage');
  expect(total_count).toBe(1);
  expect(items[0]).toMatchObject({ calls: 0, refused: 0, cost_usd: 0, mean_latency_ms: 0 });
  for (const group of AI_GROUPS) {
    expect(await report(`report=usage&group_by=${group}`)).toEqual({ items: [], total_count: 0 });
  }
  expect(await report('report=calls')).toEqual({ items: [], total_count: 0 });
});

test('API-ai_reports-GET groups can be combined, each with its own figures', async () => {
  await recordSample(service, own, { latencyMs: 50, createdUtc: '2026-11-19T23:59:59.999Z' });
  await recordSample(service, own, { latencyMs: 51, createdUtc: '2026-11-20T00:00:00.000Z' });
  await recordSample(service, own, { feature: 'copilot', model: 'large', latencyMs: 60_001, status: 'error' });
  await recordSample(service, own, { feature: 'copilot', model: 'large', latencyMs: 10, cacheHit: true });
  const { items } = await report('report=usage&group_by=day,feature');
  expect(items.map(({ day, feature, calls }: never) => [day, feature, calls])).toEqual([
    ['2026-11-20', 'bot', 1],
    ['2026-11-20', 'copilot', 2],
    ['2026-11-19', 'bot', 1],
  ]);
  expect(items[1]).toMatchObject({ errors: 1, cache_hits: 1, unpriced_calls: 0, cost_usd: 0.00065 });
  expect(items[1]).toMatchObject({ p50_ms: 10, p95_ms: 60_001 });
});

test('API-ai_reports-GET refuses parameters that a report does not support', async () => {
  await refused('report=alerts&from=2026-11-02&to=2026-11-02');
  await refused('report=calls&group_by=day');
  await refused('report=calls&include=trend');
  await refused('report=usage&include=trend&group_by=feature');
  await refused('report=usage&group_by=session,day');
  await refused('report=usage&group_by=error');
  await refused('report=usage&from=2026-11-02&to=2026-11-02');
  await refused('report=usage&from=2025-10-01&to=2026-11-20');
});

test('API-ai_reports-GET refuses an unknown report by name, whatever the other parameters', async () => {
  for (const [query, code, message] of [
    ['', 'missing_field', 'report is required'],
    ['report=&limit=x', 'missing_field', 'report is required'],
    ['report=sums', 'bad_field', 'report must be one of usage, calls, alerts, cap_history, insights, handoffs, drafts'],
    ['report=usage&report=calls', 'bad_field', 'report must be given once'],
    ['report=usage&report=usage', 'bad_field', 'report must be given once'],
    ['report=alerts&group_by=day', 'bad_field', 'group_by is not a parameter of report=alerts'],
    ['report=usage&days=7', 'bad_field', 'days is not a parameter of report=usage'],
    ['report=usage&days=%FF', 'bad_field', 'days is not a parameter of report=usage'],
    ['report=calls&form=2026-11-01', 'bad_field', 'form is not a parameter of report=calls'],
  ] as const) {
    const answer = await service.call('GET', 'ai_reports', { token: own.token, query });
    expectError(answer, code);
    expect(answer.json.error.message, query).toBe(message);
  }
});

test('every group and report works', async () => {
  await recordSample(service, own, { sessionId: 's1' });
  for (const group of AI_GROUPS) {
    for (const more of ['', '&order_by=cost', '&status=ok']) {
      const { items, total_count } = await report(`report=usage&group_by=${group}${more}`);
      expect(total_count).toBe(1);
      expect(items[0].calls).toBe(1);
    }
  }
  for (const name of ['alerts', 'cap_history', 'calls', 'calls&ticket_id=4', 'calls&customer_identity_id=4'])
    await report(`report=${name}`);
});
