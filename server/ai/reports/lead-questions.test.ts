import { beforeAll, expect, test } from 'vitest';
import { FORECAST_DAYS } from '#contract/ai-forecast.ts';
import { sql, type Statement } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

// Questions of a support lead that the AI usage pages answer: each by the requests of a page, compared with SQL over
// the calls.

const NOW = '2026-11-20T14:30:00.000Z';
const WINDOW = 'from=2026-10-22&to=2026-11-21';
const FEATURES = ['bot', 'copilot', 'summary', 'intent'] as const;
let service: TestService;
let own: TestSite;

type Json = Readonly<Record<string, unknown>>;
const get = async (resource: string, query = ''): Promise<Json> => {
  const answer = await service.call('GET', resource, { token: own.token, query });
  expectSuccess(answer);
  return answer.json.data;
};
const rows = async (query: string): Promise<readonly Json[]> => {
  const { items } = await get('ai_reports', `report=usage&${query}&limit=200`);
  return items as readonly Json[];
};
/** Rows with numbers and texts as in JSON. */
const ask = async (statement: Statement): Promise<readonly Json[]> => {
  const found = await service.database.owner.query<Json>(statement);
  return found.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])));
};
const plain = (value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value))
    ? Number(value)
    : value;
const calls = () => sql`ai_call c where c.site_id = ${own.site.id}
  and c.created_utc >= '2026-10-22T00:00:00Z' and c.created_utc < '2026-11-21T00:00:00Z'`;
/** Expects the same rows in any order, comparing the columns of the SQL. */
function expectSame(found: readonly Json[], wanted: readonly Json[]): void {
  expect(wanted.length).toBeGreaterThan(0);
  const sorted = (list: readonly Json[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const names = Object.keys(wanted[0] ?? {});
  const picked = found.map((row) => Object.fromEntries(names.map((name) => [name, plain(row[name])])));
  expect(sorted(picked)).toEqual(sorted(wanted));
}

beforeAll(async () => {
  service = await startTestService({ now: NOW, config: { aiPrices: SAMPLE_PRICES } });
  own = await service.createSite({ label: 'Desk' });
  const items = Array.from({ length: 400 }, (_, index) => {
    const feature = FEATURES[index % FEATURES.length];
    const isCached = index % 17 === 0;
    const isFailed = !isCached && index % 13 === 0;
    return {
      kind: 'ai_call',
      feature,
      model: index % 29 === 0 ? 'unknown-model' : index % 3 === 0 ? 'large' : 'small',
      input_tokens: isCached ? 0 : 1_000 * (1 + ((index * 37) % 150)),
      output_tokens: isCached ? 0 : 100 * (1 + (index % 9)),
      latency_ms: 100 + ((index * 7919) % 9_000),
      status: isFailed ? 'error' : 'ok',
      ...(isFailed ? { error_code: index % 2 === 0 ? 'timeout' : 'rate_limited' } : {}),
      cache_hit: isCached,
      session_id: `session-${index % 23}`,
      created_utc: new Date(Date.parse('2026-09-24T18:00:00Z') + index * 3.4 * 3_600_000).toISOString(),
    };
  });
  for (const status of ['resolved', 'open']) {
    const body = { subject: 'Bell', requester_email: 'ada@example.org', requester_name: 'Ada' };
    const made = await service.call('POST', 'tickets', { token: own.token, body });
    expectSuccess(made);
    const { id } = made.json.data;
    expectSuccess(await service.call('PATCH', 'ticket', { token: own.token, body: { id, status } }));
  }
  service.clock.set('2026-11-10T00:00:00.000Z');
  expectSuccess(
    await service.call('PATCH', 'ai_limits', { token: own.token, body: { monthly_budget_usd: 2, action: 'hard' } }),
  );
  service.clock.set(NOW);
  const ingested = await service.call('POST', 'ingest', { token: own.token, body: { items } });
  expectSuccess(ingested);
  if (ingested.json.data.failed !== 0) throw new Error('not all calls were stored');
  return () => service.close();
});

test('the spending of this month, and the days that the forecast uses', async () => {
  const { summary, trend } = await get('ai_usage', `days=${FORECAST_DAYS}&include=trend`);
  expectSame(
    [summary as Json],
    await ask(sql`
      select coalesce(sum(cost_usd), 0) as cost_month_usd, count(*) as calls_month from ai_call
      where site_id = ${own.site.id} and created_utc >= '2026-11-01T00:00:00Z'`),
  );
  expectSame(
    (trend as readonly Json[]).filter((day) => day['calls'] !== 0),
    await ask(sql`
      select to_char(created_utc at time zone 'UTC', 'YYYY-MM-DD') as date, sum(cost_usd) as cost_usd, count(*) as calls
      from ai_call where site_id = ${own.site.id} group by 1`),
  );
});

test('the most expensive day and its causes: feature, model and long prompts', async () => {
  const [dearest] = await rows(`${WINDOW}&group_by=day&order_by=cost`);
  const day = String(dearest?.['day']);
  expectSame(
    [dearest ?? {}],
    await ask(sql`
      select to_char(c.created_utc at time zone 'UTC', 'YYYY-MM-DD') as day, sum(c.cost_usd) as cost_usd
      from ${calls()} group by 1 order by 2 desc limit 1`),
  );
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  expectSame(
    await rows(`from=${day}&to=${next}&group_by=feature,model`),
    await ask(sql`
      select c.feature, c.model, sum(c.cost_usd) as cost_usd, count(*) as calls
      from ${calls()} and (c.created_utc at time zone 'UTC')::date = ${day}::date group by 1, 2`),
  );
  expectSame(
    await rows(`${WINDOW}&group_by=feature&min_input_tokens=100000`),
    await ask(sql`
      select c.feature, count(*) as calls, sum(c.cost_usd) as cost_usd from ${calls()} and c.input_tokens >= 100000 group by 1`),
  );
});

test('which feature became more expensive: cost per call, now and before', async () => {
  for (const [from, to] of [
    ['2026-10-22', '2026-11-06'],
    ['2026-11-06', '2026-11-21'],
  ] as const) {
    const found = await rows(`from=${from}&to=${to}&group_by=feature`);
    const perCall = found.map((row) => ({
      feature: row['feature'],
      one: Number(row['cost_usd']) / Number(row['calls']),
    }));
    const wanted = await ask(sql`
      select feature, avg(cost_usd)::float8 as one from ai_call where site_id = ${own.site.id}
        and created_utc >= ${from}::date::timestamp at time zone 'UTC' and created_utc < ${to}::date::timestamp at time zone 'UTC'
      group by 1`);
    expect(wanted).toHaveLength(perCall.length);
    for (const { feature, one } of perCall) {
      expect(one).toBeCloseTo(Number(wanted.find((row) => row['feature'] === feature)?.['one']), 9);
    }
  }
});

test('the cost of a resolved ticket', async () => {
  const filter = {
    all: [{ field: 'resolved_utc', op: 'between', value: ['2026-10-22T00:00:00.000Z', '2026-11-21T00:00:00.000Z'] }],
  };
  const query = `status=resolved,closed&filter=${encodeURIComponent(JSON.stringify(filter))}&limit=1`;
  const [count] = await ask(sql`
    select count(*) as n from ticket where site_id = ${own.site.id} and status in ('resolved', 'closed')
      and resolved_utc >= '2026-10-22T00:00:00Z' and resolved_utc < '2026-11-21T00:00:00Z'`);
  expect(count).toEqual({ n: 1 });
  const answer = await service.call('GET', 'tickets', { token: own.token, query });
  expect(answer.json).toMatchObject({ total_count: count?.['n'] });
  expectSame(await rows(WINDOW), await ask(sql`select sum(c.cost_usd) as cost_usd from ${calls()}`));
});

test('the most expensive conversation', async () => {
  expectSame(
    (await rows(`${WINDOW}&group_by=session&order_by=cost`)).slice(0, 1),
    await ask(sql`
      select c.session_id, sum(c.cost_usd) as cost_usd, count(*) as calls
      from ${calls()} group by 1 order by 2 desc limit 1`),
  );
});

test('API-ai_reports-GET failures and their reasons, and the latency of each model', async () => {
  expectSame(
    await rows(`${WINDOW}&group_by=model`),
    await ask(sql`
      select c.model, count(*) filter (where c.status = 'error') as errors, avg(c.latency_ms)::float8 as mean_latency_ms,
        percentile_disc(0.5) within group (order by c.latency_ms) as p50_ms,
        percentile_disc(0.95) within group (order by c.latency_ms) as p95_ms
      from ${calls()} group by 1`),
  );
  expectSame(
    await rows(`${WINDOW}&group_by=model&status=error`),
    await ask(sql`select c.model, count(*) as calls from ${calls()} and c.status = 'error' group by 1`),
  );
  const { items } = await get('ai_reports', `report=calls&${WINDOW}&status=error&limit=200`);
  expectSame(
    (items as readonly Json[]).filter((call) => call['error_code'] === 'timeout'),
    await ask(sql`select c.id from ${calls()} and c.error_code = 'timeout'`),
  );
});

test('tokens to price with another model, and who changed a cap', async () => {
  expectSame(
    await rows(`${WINDOW}&group_by=feature,model`),
    await ask(sql`
      select c.feature, c.model, sum(c.input_tokens) as input_tokens, sum(c.output_tokens) as output_tokens
      from ${calls()} group by 1, 2`),
  );
  const { items } = await get('ai_reports', 'report=cap_history');
  expectSame(
    items as readonly Json[],
    await ask(
      sql`select actor, cap, from_value as "from", to_value as "to" from ai_cap_change where site_id = ${own.site.id}`,
    ),
  );
});

test('API-ai_reports-GET unpriced calls and their tokens', async () => {
  expectSame(
    await rows(`${WINDOW}&group_by=feature,model&unpriced=1`),
    await ask(sql`
      select c.feature, c.model, count(*) as calls, sum(c.input_tokens) as input_tokens, sum(c.output_tokens) as output_tokens
      from ${calls()} and not c.is_priced group by 1, 2`),
  );
});

test('the savings of the cache, and a file whose days add up to its total', async () => {
  const wanted = await ask(sql`
    select c.feature, count(*) filter (where c.cache_hit) as cache_hits, count(*) as calls, sum(c.cost_usd) as cost_usd
    from ${calls()} group by 1`);
  expectSame(await rows(`${WINDOW}&group_by=feature`), wanted);
  const days = await rows(`${WINDOW}&group_by=day`);
  const sum = (list: readonly Json[]) => list.reduce((all, row) => all + Number(row['cost_usd']), 0);
  expect(sum(days)).toBeCloseTo(sum(wanted), 9);
});

test('AI-22: conversations have their first visitor message and their customer', async () => {
  const said = (session_id: string, more: object, messages: readonly (readonly [string, string])[]) => ({
    ...{ kind: 'transcript', session_id, created_utc: '2026-11-19T10:00:00Z', ...more },
    messages: messages.map(([role, text], index) => ({ role, text, created_utc: `2026-11-19T10:0${index}:00Z` })),
  });
  const { json } = await service.call('POST', 'tickets', {
    token: own.token,
    body: { subject: 'Order', requester_email: 'maren@example.org', requester_name: 'Maren' },
  });
  const items = [
    said('named-1', { ticket_id: json.data.id }, [
      ['ai', 'Hello'],
      ['visitor', `Where is my order? ${'x'.repeat(300)}`],
    ]),
    said('named-2', {}, [['ai', 'Hello']]),
    {
      kind: 'ai_call',
      feature: 'bot',
      model: 'small',
      session_id: 'named-1',
      cost_usd: 1_000,
      status: 'ok',
      latency_ms: 1,
      input_tokens: 1,
      output_tokens: 1,
    },
    {
      kind: 'ai_call',
      feature: 'bot',
      model: 'small',
      session_id: 'named-2',
      cost_usd: 999,
      status: 'ok',
      latency_ms: 1,
      input_tokens: 1,
      output_tokens: 1,
    },
  ];
  const stored = await service.call('POST', 'ingest', { token: own.token, body: { items } });
  expect(stored.json.data).toMatchObject({ failed: 0 });
  const [first, second] = await rows('group_by=session&order_by=cost');
  expect(first).toMatchObject({ session_id: 'named-1', customer_name: 'Maren' });
  expect(first?.['first_message']).toMatch(/^Where is my order\? x{180,}$/);
  expect(String(first?.['first_message'])).toHaveLength(200);
  expect(second).toMatchObject({ session_id: 'named-2', first_message: null, customer_name: null });
});
