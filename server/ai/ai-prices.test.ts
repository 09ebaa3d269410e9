import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { recordSample, SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW, config: { aiPrices: SAMPLE_PRICES } });
  own = await service.createSite({ label: 'Desk' });
});
afterEach(() => service.close());

const get = async (resource: string, query = '') => {
  const answer = await service.call('GET', resource, { token: own.token, query });
  expectSuccess(answer);
  return answer.json.data;
};
const patch = (body: object, token = own.token) => service.call('PATCH', 'ai_prices', { token, body });
const set = async (body: object) => {
  const answer = await patch(body);
  expectSuccess(answer);
  return answer.json.data;
};
const OF_SERVICE = { source: 'service', updated_utc: null, updated_by: null };

test('API-ai_prices-GET lists prices of AI_PRICES overridden by those of the site, ordered by model', async () => {
  expect(await get('ai_prices')).toEqual({
    items: [
      { model: 'large', input_usd: 2.5, output_usd: 10, ...OF_SERVICE },
      { model: 'small', input_usd: 0.15, output_usd: 0.6, ...OF_SERVICE },
    ],
    total_count: 2,
  });
  const site = { source: 'site', updated_utc: NOW, updated_by: 'Desk' };
  expect(await set({ model: 'large', input_usd: 3, output_usd: 0.1 })).toEqual({
    ...{ model: 'large', input_usd: 3, output_usd: 0.1, ...site, costed: 0 },
  });
  await set({ model: 'preview', input_usd: 1, output_usd: 2 });
  const { items } = await get('ai_prices');
  expect(items).toMatchObject([{ model: 'large', input_usd: 3, ...site }, { model: 'preview' }, { model: 'small' }]);
  expect((await get('ai_prices', 'limit=1&skip=1')).items).toMatchObject([{ model: 'preview' }]);
  const other = await service.createSite();
  const foreign = await service.call('GET', 'ai_prices', { token: other.token });
  expect(foreign.json.data.total_count).toBe(2);
});

test('API-ai_prices-PATCH null for both removes the price of the site and restores that of the service', async () => {
  await set({ model: 'large', input_usd: 3, output_usd: 4 });
  expect(await set({ model: 'large', input_usd: null, output_usd: null })).toEqual({
    ...{ model: 'large', input_usd: 2.5, output_usd: 10, ...OF_SERVICE, costed: 0 },
  });
  await set({ model: 'preview', input_usd: 3, output_usd: 4 });
  expect(await set({ model: 'preview', input_usd: null, output_usd: null })).toEqual({
    ...{ model: 'preview', input_usd: null, output_usd: null, source: null, updated_utc: null, updated_by: null },
    costed: 0,
  });
  expect(
    await service.database.owner.query(sql`
    select changes from audit_log where action = 'ai_price.update' and object_id = 'preview' order by id`),
  ).toEqual([
    {
      changes: [
        { field: 'input_usd', from: null, to: '3' },
        { field: 'output_usd', from: null, to: '4' },
      ],
    },
    {
      changes: [
        { field: 'input_usd', from: '3', to: null },
        { field: 'output_usd', from: '4', to: null },
      ],
    },
  ]);
});

test('API-ai_prices-PATCH refuses invalid prices and read-only tokens', async () => {
  for (const [input_usd, output_usd] of [
    [-1, 1],
    [1, 1_000_001],
    ['1', 1],
    [null, 1],
    [1, null],
  ])
    expectError(await patch({ model: 'm', input_usd, output_usd }), 'bad_field');
  expectError(await patch({ model: '', input_usd: 1, output_usd: 1 }), 'bad_field');
  const { token } = await service.issueToken(own.site, { scopes: ['read'] });
  expectError(await patch({ model: 'm', input_usd: 1, output_usd: 1 }, token), 'insufficient_scope');
});

test('AI-25: a price costs the unpriced stored calls of its model in batches and in every figure, and no others', async () => {
  const call = { inputTokens: 1_000, outputTokens: 100 };
  await recordSample(service, own, { ...call, model: 'small' });
  await recordSample(service, own, { ...call, model: 'other' });
  for (let n = 0; n < 3; n += 1) await recordSample(service, own, { ...call, model: 'preview', sessionId: 's1' });
  // More than one batch, on another day.
  await service.database.forSite(own.site.id).transaction((db) =>
    db.query(sql`
      with stored as (
        insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
          cache_hit, created_utc)
        select ${own.site.id}, 1000000 + n, 'tone', 'preview', 10, 0, 0, false, 5, 'ok', false, ${'2026-11-19T10:00:00Z'}
        from generate_series(1, 450) n returning *)
      insert into ai_usage_day (site_id, day, feature, model, token_id, calls, input_tokens, latency_ms, unpriced)
      select site_id, '2026-11-19'::date, feature, model, 0, count(*), sum(input_tokens), sum(latency_ms), count(*) from stored
      group by 1, 2, 3, 4, 5`),
  );
  expectSuccess(await service.call('PATCH', 'ai_limits', { token: own.token, body: { monthly_budget_usd: 0.01 } }));
  expect((await get('ai_usage')).summary.unpriced_calls_month).toBe(454);

  expect((await set({ model: 'preview', input_usd: 2, output_usd: 10 })).costed).toBe(453);
  const each = (1_000 * 2 + 100 * 10) / 1e6;
  const { items } = await get('ai_reports', 'report=usage&group_by=model');
  const of = (model: string) => items.find((row: { model: string }) => row.model === model);
  expect(of('preview')).toMatchObject({ calls: 453, unpriced_calls: 0, input_tokens: 3_000 + 4_500 });
  expect(of('preview').cost_usd).toBeCloseTo(3 * each + (450 * 10 * 2) / 1e6, 12);
  expect(of('other')).toMatchObject({ unpriced_calls: 1, cost_usd: 0 });
  expect(of('small').cost_usd).toBeCloseTo((1_000 * 0.15 + 100 * 0.6) / 1e6, 12);
  const session = (await get('ai_reports', 'report=usage&group_by=session&order_by=cost')).items;
  expect(session.find(({ session_id: id }: { session_id: string | null }) => id === 's1')).toMatchObject({
    calls: 3,
    unpriced_calls: 0,
  });
  expect((await get('ai_usage')).summary.unpriced_calls_month).toBe(1);
  // The costs count against the budget.
  expect((await get('ai_limits')).budget).toMatchObject({ exceeded: true });
  expect(
    (await get('ai_reports', 'report=alerts')).items.some(
      ({ fired_utc: fired }: { fired_utc: string | null }) => fired === NOW,
    ),
  ).toBe(true);

  // Nothing is left to cost; new calls are costed on arrival.
  expect((await set({ model: 'preview', input_usd: 2, output_usd: 10 })).costed).toBe(0);
  expectSuccess(
    await service.call('POST', 'ingest', {
      token: own.token,
      body: {
        items: [
          {
            kind: 'ai_call',
            feature: 'bot',
            model: 'preview',
            input_tokens: 500_000,
            output_tokens: 0,
            latency_ms: 1,
            status: 'ok',
          },
        ],
      },
    }),
  );
  expect((await get('ai_reports', 'report=calls&model=preview&limit=1')).items).toMatchObject([
    { cost_usd: 1, priced: true },
  ]);
});
