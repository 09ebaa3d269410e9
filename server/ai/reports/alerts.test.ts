import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

const NOW = '2026-11-20T14:30:15.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
});
afterEach(() => service.close());

const setLimits = async (body: object, { token } = own) =>
  expectSuccess(await service.call('PATCH', 'ai_limits', { token, body }));
const report = async (name: string, days: { readonly from?: string; readonly to?: string } = {}) => {
  const answer = await service.call('GET', 'ai_reports', { token: own.token, query: { report: name, ...days } });
  expectSuccess(answer);
  return answer.json.data;
};
const alerts = async () => (await report('alerts')).items;

test('API-ai_reports-GET alerts are listed before they fire, and keep their IDs', async () => {
  expect(await alerts()).toEqual([]);
  await setLimits({ monthly_budget_usd: 10, daily_token_limit: 0 });
  const before = await alerts();
  expect(before.map(({ cap, threshold_percent: at, fired_utc: fired }: never) => [cap, at, fired])).toEqual([
    ['daily_tokens', 100, NOW],
    ['budget', 50, null],
    ['budget', 80, null],
    ['budget', 95, null],
    ['budget', 100, null],
  ]);
  service.clock.advance(60_000);
  await recordSample(service, own, { costUsd: 8 });
  const after = await alerts();
  expect(after.map(({ id }: { id: number }) => id)).toEqual(before.map(({ id }: { id: number }) => id));
  expect(after[2]).toMatchObject({ threshold_percent: 80, fired_utc: '2026-11-20T14:31:15.000Z' });
  expect(after[3].fired_utc).toBeNull();
  expect(after[1].period_start_utc).toBe('2026-11-01T00:00:00.000Z');
});

test('API-ai_reports-GET alerts of past months are kept, those of past minutes for ten minutes', async () => {
  await setLimits({ monthly_budget_usd: 10, minute_call_limit: 1 });
  await recordSample(service, own, { costUsd: 5 });
  const first = '2026-11-20T14:30:00.000Z';
  for (const [minutes, isKept] of [
    [10, true],
    [1, false],
  ] as const) {
    service.clock.advance(minutes * 60_000);
    await recordSample(service, own);
    const starts = (await alerts()).map((row: { period_start_utc: string }) => row.period_start_utc);
    expect(starts.includes(first)).toBe(isKept);
  }
  service.clock.set('2026-12-01T00:00:00.000Z');
  await recordSample(service, own, { costUsd: 1 });
  const items = await alerts();
  const of = (cap: string, period: string) =>
    items.filter(
      (row: { cap: string; period_start_utc: string }) => row.cap === cap && row.period_start_utc === period,
    );
  expect(of('budget', '2026-12-01T00:00:00.000Z')).toHaveLength(4);
  expect(of('budget', '2026-11-01T00:00:00.000Z')).toMatchObject([{ threshold_percent: 50, fired_utc: NOW }]);
  expect(of('minute_calls', '2026-12-01T00:00:00.000Z')).toHaveLength(4);
  expect(new Set(items.map(({ id }: { id: number }) => id)).size).toBe(items.length);
});

test('API-ai_reports-GET two nodes that reach a threshold concurrently fire it once: one alert, one event', async () => {
  const second = await startTestService({ now: NOW, emptyFirst: false });
  const url = 'https://hooks.example.org/ai';
  const events = ['ai_cap.warning', 'ai_cap.exceeded'];
  expectSuccess(await service.call('POST', 'webhook_subscriptions', { token: own.token, body: { url, events } }));
  await setLimits({ monthly_budget_usd: 10 });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => recordSample(n % 2 === 0 ? service : second, own, { costUsd: 1 })),
  );
  await second.close();
  expect((await alerts()).map(({ fired_utc }: { fired_utc: unknown }) => fired_utc)).toEqual([NOW, NOW, NOW, NOW]);
  const sent = await service.database.owner.query<{ event_type: string; n: bigint }>(sql`
    select event_type, count(*) as n from webhook_delivery where event_type like 'ai_cap.%' group by 1 order by 1`);
  expect(sent).toEqual([
    { event_type: 'ai_cap.exceeded', n: 1n },
    { event_type: 'ai_cap.warning', n: 3n },
  ]);
});

test('API-ai_reports-GET the history of limits has one row per changed field with its actor, newest first', async () => {
  const { token } = await service.issueToken(own.site, { label: 'Night shift', scopes: ['ai_limits:write'] });
  await setLimits({ monthly_budget_usd: 12.5, action: 'hard' });
  service.clock.advance(1000);
  await setLimits({ monthly_budget_usd: null, minute_call_limit: 7, action: 'hard' }, { ...own, token });
  const { items, total_count } = await report('cap_history');
  expect(total_count).toBe(4);
  const at = '2026-11-20T14:30:16.000Z';
  expect(items).toMatchObject([
    { actor: 'Night shift', cap: 'minute_calls', from: null, to: '7', created_utc: at },
    { actor: 'Night shift', cap: 'budget', from: '12.5', to: null, created_utc: at },
    { actor: 'test', cap: 'action', from: null, to: 'hard', created_utc: NOW },
    { actor: 'test', cap: 'budget', from: null, to: '12.5', created_utc: NOW },
  ]);
  // The first day is included, the last is not.
  expect((await report('cap_history', { from: '2026-11-20', to: '2026-11-21' })).total_count).toBe(4);
  expect((await report('cap_history', { from: '2026-11-21' })).total_count).toBe(0);
  expect((await report('cap_history', { to: '2026-11-20' })).total_count).toBe(0);
  expect((await report('alerts', { from: '2026-11-20' })).items.map(({ cap }: never) => cap)).not.toContain('budget');
});
