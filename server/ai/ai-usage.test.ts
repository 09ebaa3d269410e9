import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

async function usage(query = '', { token } = own) {
  const answer = await service.call('GET', 'ai_usage', { token, query });
  expectSuccess(answer);
  return answer.json.data;
}

const UNUSED = {
  calls: 0,
  cache_hits: 0,
  errors: 0,
  tokens: 0,
  cost_usd: 0,
  mean_latency_ms: 0,
  cache_hit_rate: 0,
  error_rate: 0,
};
const FEATURES = ['bot', 'copilot', 'summary', 'intent', 'tone', 'kb_search'];

test('API-ai_usage-GET a site without calls has zeros, the six features and the defaults', async () => {
  expect(await usage()).toEqual({
    summary: {
      calls_today: 0,
      calls_yesterday: 0,
      calls_month: 0,
      cache_hits_month: 0,
      errors_month: 0,
      tokens_today: 0,
      tokens_month: 0,
      cost_month_usd: 0,
      unpriced_calls_month: 0,
    },
    by_feature: FEATURES.map((feature) => ({ feature, ...UNUSED })),
    applied_filters: { days: 7, include: '' },
  });
});

test('API-ai_usage-GET the summary counts today, yesterday and this month in UTC', async () => {
  for (const createdUtc of [
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-18T23:59:59.999Z',
    '2026-11-19T00:00:00.000Z',
    '2026-11-19T23:59:59.999Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T14:30:00.000Z',
  ]) {
    await recordSample(service, own, { createdUtc, costUsd: 0.1 });
  }
  await recordSample(service, own, { status: 'error', cacheHit: true, inputTokens: 0, outputTokens: 0, model: 'new' });
  expect((await usage()).summary).toEqual({
    calls_today: 3,
    calls_yesterday: 2,
    calls_month: 7,
    cache_hits_month: 1,
    errors_month: 1,
    tokens_today: 80,
    tokens_month: 240,
    cost_month_usd: 0.6,
    unpriced_calls_month: 1,
  });
});

test('API-ai_usage-GET on the first of a month yesterday is last month', async () => {
  await recordSample(service, own, { createdUtc: '2026-11-30T12:00:00.000Z' });
  service.clock.set('2026-12-01T00:00:00.000Z');
  await recordSample(service, own);
  expect((await usage('days=1')).summary).toMatchObject({ calls_today: 1, calls_yesterday: 1, calls_month: 1 });
});

test('API-ai_usage-GET by_feature covers the trailing days, with rates and means', async () => {
  await recordSample(service, own, { feature: 'tone', latencyMs: 100, cacheHit: true, costUsd: 0 });
  await recordSample(service, own, { feature: 'tone', latencyMs: 201, costUsd: 0.25 });
  await recordSample(service, own, { feature: 'tone', latencyMs: 0, status: 'error', costUsd: 0 });
  await recordSample(service, own, {
    feature: 'tone',
    latencyMs: 99,
    createdUtc: '2026-11-14T00:00:00.000Z',
    costUsd: 1,
  });
  await recordSample(service, own, { feature: 'tone', createdUtc: '2026-11-13T23:59:59.999Z', costUsd: 5 });
  const { by_feature } = await usage();
  expect(by_feature.map(({ feature }: { feature: string }) => feature)).toEqual(FEATURES);
  expect(by_feature[4]).toEqual({
    feature: 'tone',
    calls: 4,
    cache_hits: 1,
    errors: 1,
    tokens: 160,
    cost_usd: 1.25,
    mean_latency_ms: 100,
    cache_hit_rate: 0.25,
    error_rate: 0.25,
  });
  expect((await usage('days=8')).by_feature[4].calls).toBe(5);
});

test('API-ai_usage-GET copilot_summary comes last, and only if it has calls in the window', async () => {
  await recordSample(service, own, { feature: 'copilot_summary', createdUtc: '2026-11-10T12:00:00.000Z' });
  expect((await usage('days=10')).by_feature).toHaveLength(6);
  const { by_feature } = await usage('days=11');
  expect(by_feature).toHaveLength(7);
  expect(by_feature[6]).toMatchObject({ feature: 'copilot_summary', calls: 1, tokens: 40 });
});

test('API-ai_usage-GET trend has one item per UTC day, even without calls, and series is identical', async () => {
  await recordSample(service, own, { createdUtc: '2026-11-18T23:59:59.999Z', costUsd: 0.7 });
  await recordSample(service, own, { createdUtc: '2026-11-20T00:00:00.000Z', feature: 'intent', costUsd: 0.1 });
  await recordSample(service, own, { createdUtc: '2026-11-20T00:00:00.000Z', costUsd: 0.2 });
  const trend = [
    { date: '2026-11-18', calls: 1, tokens: 40, cost_usd: 0.7 },
    { date: '2026-11-19', calls: 0, tokens: 0, cost_usd: 0 },
    { date: '2026-11-20', calls: 2, tokens: 80, cost_usd: 0.3 },
  ];
  const withTrend = await usage('days=3&include=trend');
  expect(withTrend).toMatchObject({ trend, applied_filters: { days: 3, include: 'trend' } });
  expect(withTrend).not.toHaveProperty('series');
  const withSeries = await usage('days=3&include=series');
  expect(withSeries).toMatchObject({ series: trend, applied_filters: { days: 3, include: 'series' } });
  expect(withSeries).not.toHaveProperty('trend');
  expect(await usage('days=3&include=')).not.toHaveProperty('trend');
});

test('API-ai_usage-GET the window is 1 to 90 days and never clamped', async () => {
  for (const [days, first] of [
    [1, '2026-11-20'],
    [7, '2026-11-14'],
    [90, '2026-08-23'],
  ] as const) {
    const { trend, applied_filters } = await usage(`days=${days}&include=trend`);
    expect(trend).toHaveLength(days);
    expect(trend[0].date).toBe(first);
    expect(trend.at(-1).date).toBe('2026-11-20');
    expect(applied_filters.days).toBe(days);
  }
  expect(await usage('days=')).toEqual(await usage('days=7'));
  for (const query of ['days=0', 'days=91', 'days=-1', 'days=x', 'days=1.5', 'include=both', 'include=trend,series']) {
    expectError(await service.call('GET', 'ai_usage', { token: own.token, query }), 'bad_field');
  }
});

test('API-ai_usage-GET ai_spend is an alias, and other sites are separate', async () => {
  const other = await service.createSite();
  await recordSample(service, own);
  const spend = await service.call('GET', 'ai_spend', { token: own.token, query: 'include=trend' });
  expect(spend.json.data).toEqual(await usage('include=trend'));
  expect((await usage('', other)).summary.calls_month).toBe(0);
});

test('API-ai_usage-GET tokens beyond 2^53 keep every digit', async () => {
  await service.database.owner.query(sql`
    insert into ai_usage_day (site_id, day, feature, model, token_id, calls, input_tokens)
    values (${own.site.id}, '2026-11-20', 'bot', 'small', 0, 1, 9007199254740993)`);
  const data = await usage('include=trend&days=1');
  expect(data.summary.tokens_month).toBe(9_007_199_254_740_993n);
  expect(data.by_feature[0].tokens).toBe(9_007_199_254_740_993n);
  expect(data.trend[0].tokens).toBe(9_007_199_254_740_993n);
});

test('API-ai_usage-GET a site without AI usage has zeros for every day of the trend, even if calls are stored', async () => {
  const bare = await service.createSite({ undeployed: ['ai_usage'] });
  await recordSample(service, bare);
  const empty = await usage('days=30&include=trend');
  expect(empty.trend).toHaveLength(30);
  expect(await usage('days=30&include=trend', bare)).toEqual(empty);
});

test('API-usage-GET counts successful replies of the bot in this UTC month, including cached ones, and all its tokens', async () => {
  await recordSample(service, own, { createdUtc: '2026-10-31T23:59:59.999Z' });
  await recordSample(service, own, { createdUtc: '2026-11-01T00:00:00.000Z' });
  await recordSample(service, own, { cacheHit: true });
  await recordSample(service, own, { status: 'error', inputTokens: 5, outputTokens: 0 });
  await recordSample(service, own, { feature: 'copilot' });
  const answer = await service.call('GET', 'usage', { token: own.token });
  expectSuccess(answer);
  expect(answer.json.data).toEqual({
    cycle_start_utc: '2026-11-01T00:00:00.000Z',
    cycle_end_utc: '2026-12-01T00:00:00.000Z',
    ai_replies_served: 2,
    bot_tokens: 85,
  });
  service.clock.set('2026-12-31T23:59:59.999Z');
  expect((await service.call('GET', 'usage', { token: own.token })).json.data).toEqual({
    cycle_start_utc: '2026-12-01T00:00:00.000Z',
    cycle_end_utc: '2027-01-01T00:00:00.000Z',
    ai_replies_served: 0,
    bot_tokens: 0,
  });
});

test('API-usage-GET a site without AI usage has zeros', async () => {
  const bare = await service.createSite({ undeployed: ['ai_usage'] });
  await recordSample(service, bare);
  const { data } = (await service.call('GET', 'usage', { token: bare.token })).json;
  expect(data).toMatchObject({ ai_replies_served: 0, bot_tokens: 0 });
});
