import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample, SAMPLE_PRICES } from '#server/testing/sample-calls.ts';

const NOW = '2026-11-20T14:30:15.000Z';
const ASKED = { transcript: 'Customer: my bell is missing.', provider_api_key: 'pk', model: 'small' };
let fake: FakeProvider;
let service: TestService;
let own: TestSite;

beforeAll(async () => {
  fake = await startFakeProvider();
  service = await startTestService({
    now: NOW,
    config: { aiProviderBaseUrl: fake.baseUrl, aiPrices: SAMPLE_PRICES },
  });
  return async () => {
    await service.close();
    await fake.close();
  };
});
beforeEach(async () => {
  service.clock.set(NOW);
  fake.behave = (response) =>
    sendCompletion(response, completionOf('A bell.', { prompt_tokens: 100, completion_tokens: 20 }));
  own = await service.createSite({ label: 'Desk' });
});

const ask = (body: object = {}, token = own.token) =>
  service.call('POST', 'ai_copilot', { token, body: { ...ASKED, ...body } });
const report = async (query: string) => {
  const answer = await service.call('GET', 'ai_reports', { token: own.token, query });
  expectSuccess(answer);
  return answer.json.data;
};
const setLimits = async (body: object) =>
  expectSuccess(await service.call('PATCH', 'ai_limits', { token: own.token, body }));

async function makeTicket(email: string) {
  const body = { subject: 'Bell', requester_email: email, requester_name: `Name of ${email}` };
  const answer = await service.call('POST', 'tickets', { token: own.token, body });
  expectSuccess(answer);
  return answer.json.data;
}

async function ingest(items: readonly object[], token = own.token) {
  const answer = await service.call('POST', 'ingest', { token, body: { items } });
  expectSuccess(answer);
  expect(answer.json.data.failed).toBe(0);
}

test('API-ai_copilot-POST a call is logged with its ticket and with the token that made it', async () => {
  const ticket = await makeTicket('ada@example.org');
  const { tokenId, token } = await service.issueToken(own.site, { label: 'Night shift', scopes: ['ai:invoke'] });
  expectSuccess(await ask({ ticket_id: ticket.id }, token));
  const { items, total_count } = await report('report=calls');
  expect(total_count).toBe(1);
  expect(items[0]).toMatchObject({
    feature: 'copilot',
    status: 'ok',
    input_tokens: 100,
    output_tokens: 20,
    cost_usd: 0.000_027,
    priced: true,
    session_id: null,
    ticket_id: ticket.id,
    customer_identity_id: ticket.customer_identity_id,
    token_id: Number(tokenId),
    token_label: 'Night shift',
  });
});

test('API-ai_copilot-POST refuses an unknown ticket before calling the provider', async () => {
  const before = fake.calls.length;
  expectError(await ask({ ticket_id: 4_000_000 }), 'bad_field');
  expect(fake.calls).toHaveLength(before);
  expect((await report('report=calls')).total_count).toBe(0);
});

test('API-ai_copilot-POST refuses a model without a price under a hard budget, without logging a call', async () => {
  await setLimits({ monthly_budget_usd: 10, action: 'hard' });
  const before = fake.calls.length;
  const answer = await ask({ model: 'unheard-of' });
  expectError(answer, 'bad_field');
  expect(answer.json.error.message).toBe('model: no price, and this site has a hard budget in USD');
  expect(fake.calls).toHaveLength(before);
  expect((await report('report=calls')).total_count).toBe(0);
  expectSuccess(await ask());
  await setLimits({ action: 'soft' });
  expectSuccess(await ask({ model: 'unheard-of' }));
  await setLimits({ action: 'hard', monthly_budget_usd: null, daily_token_limit: 1_000_000 });
  expectSuccess(await ask({ model: 'unheard-of' }));
});

test('API-ai_reports-GET refused calls are listed and counted separately, by every filter', async () => {
  const ticket = await makeTicket('ada@example.org');
  expectSuccess(await ask());
  await setLimits({ minute_call_limit: 0, action: 'hard' });
  service.clock.advance(60_000);
  expectError(await ask({ mode: 'summary', ticket_id: ticket.id }), 'ai_cap_exceeded');
  const { items, total_count } = await report('report=calls');
  expect(total_count).toBe(2);
  expect(items.map(({ status, feature, ticket_id: id }: never) => [status, feature, id])).toEqual([
    ['refused', 'copilot_summary', ticket.id],
    ['ok', 'copilot', null],
  ]);
  const nothing = { cost_usd: 0, input_tokens: 0, latency_ms: 0, priced: true, token_label: 'Desk' };
  expect(items[0]).toMatchObject({ ...nothing, refused_by: 'per_minute', error_code: null });
  expect(items[1]).toMatchObject({ refused_by: null, error_code: null });
  expect((await report('report=calls&status=refused')).total_count).toBe(1);
  expect((await report('report=calls&status=ok')).total_count).toBe(1);
  expect((await report(`report=calls&ticket_id=${ticket.id}`)).total_count).toBe(1);
  const [total] = (await report('report=usage')).items;
  expect(total).toMatchObject({ calls: 1, refused: 1, errors: 0 });
  expect((await report('report=usage&group_by=feature')).items).toMatchObject([
    { feature: 'copilot', calls: 1, refused: 0 },
    { feature: 'copilot_summary', calls: 0, refused: 1, mean_latency_ms: 0 },
  ]);
  const { data } = (await service.call('GET', 'ai_usage', { token: own.token })).json;
  expect(data.summary.calls_today).toBe(1);
});

test('API-ai_reports-GET refused calls are listed for 400 UTC days, and counted by day forever', async () => {
  await setLimits({ minute_call_limit: 0, action: 'hard' });
  service.clock.set('2026-11-20T23:59:59.000Z');
  expectError(await ask(), 'ai_cap_exceeded');
  service.clock.set('2026-11-21T00:00:00.000Z');
  expectError(await ask(), 'ai_cap_exceeded');
  const query = 'from=2026-11-01&to=2026-12-01';
  const left = async () => {
    const { items, total_count } = await report(`report=calls&${query}`);
    expect(items).toHaveLength(total_count);
    expect((await report(`report=calls&status=refused&${query}`)).total_count).toBe(total_count);
    const [{ refused }] = (await report(`report=usage&status=refused&${query}`)).items;
    expect(refused).toBe(total_count);
    return total_count;
  };
  const stored = async () =>
    (await service.database.owner.query(sql`select 1 from ai_refusal where site_id = ${own.site.id}`)).length;
  expect(await left()).toBe(2);
  service.clock.set('2027-12-25T23:59:59.000Z');
  // A token lasts a year.
  const { token } = await service.issueToken(own.site);
  own = { ...own, token };
  await service.app.housekeeping?.runEveryHour();
  expect([await left(), await stored()]).toEqual([2, 2]);
  // The list hides them even before housekeeping runs.
  service.clock.set('2027-12-26T00:00:00.000Z');
  expect([await left(), await stored()]).toEqual([1, 2]);
  service.clock.advance(3_600_000);
  await service.app.housekeeping?.runEveryHour();
  expect([await left(), await stored()]).toEqual([1, 1]);
  expect((await report(`report=usage&group_by=day&${query}`)).items).toMatchObject([
    { day: '2026-11-21', refused: 1 },
    { day: '2026-11-20', refused: 1 },
  ]);
});

test('API-ai_reports-GET a session, its ticket and its customer have the same calls', async () => {
  const [first, second] = [await makeTicket('ada@example.org'), await makeTicket('bob@example.org')];
  const messages = [{ role: 'visitor', text: 'Hello' }];
  await ingest([
    { kind: 'transcript', session_id: 's1', ticket_id: first.id, messages },
    { kind: 'transcript', session_id: 's2', email: 'bob@example.org', messages },
    { kind: 'transcript', session_id: 's3', messages },
  ]);
  const call = { kind: 'ai_call', feature: 'bot', model: 'small', input_tokens: 1, output_tokens: 1, latency_ms: 9 };
  const spend = (session: string | null, cost: number) => ({
    ...call,
    status: 'ok',
    session_id: session,
    cost_usd: cost,
  });
  await ingest([spend('s1', 4), spend('s1', 4), spend('s2', 2), spend('s3', 1), spend(null, 16)]);
  expectSuccess(await ask({ ticket_id: second.id }));
  const groups = async (group: string, key: string) => {
    const query = `report=usage&group_by=${group}&order_by=cost`;
    const { items } = await report(query);
    // Calls without a key are on the first page only; the other pages can use indexes.
    for (const [skip, row] of items.entries())
      expect((await report(`${query}&limit=1&skip=${skip}`)).items, `${group} ${skip}`).toEqual([row]);
    return items.map((row: Record<string, unknown>) => [row[key], Number(row['calls'])]);
  };
  expect(await groups('session', 'session_id')).toEqual([
    [null, 2],
    ['s1', 2],
    ['s2', 1],
    ['s3', 1],
  ]);
  expect(await groups('ticket', 'ticket_number')).toEqual([
    [null, 3],
    [first.ticket_number, 2],
    [second.ticket_number, 1],
  ]);
  expect(await groups('customer', 'customer_name')).toEqual([
    [null, 2],
    ['Name of ada@example.org', 2],
    ['Name of bob@example.org', 2],
  ]);
  const bob = second.customer_identity_id;
  expect((await report(`report=calls&customer_identity_id=${bob}`)).total_count).toBe(2);
  expect((await report(`report=usage&group_by=feature&customer_identity_id=${bob}`)).items).toMatchObject([
    { feature: 'bot', calls: 1, cost_usd: 2 },
    { feature: 'copilot', calls: 1 },
  ]);
  expect((await report(`report=calls&ticket_id=${first.id}`)).items).toMatchObject([
    { session_id: 's1', ticket_id: first.id },
    { session_id: 's1', ticket_id: first.id },
  ]);
  expect((await report(`report=usage&session_id=s1`)).items).toMatchObject([{ calls: 2, cost_usd: 8 }]);
});

test('API-ai_reports-GET pages of calls have no gaps, by time and by cost', async () => {
  for (let n = 0; n < 7; n += 1) {
    await recordSample(service, own, { costUsd: n % 3, createdUtc: '2026-11-20T10:00:00.000Z' });
  }
  await recordSample(service, own, { feature: 'copilot', costUsd: 9, createdUtc: '2026-11-19T10:00:00.000Z' });
  for (const order of ['created', 'cost']) {
    const whole = (await report(`report=calls&order_by=${order}`)).items;
    const pages = [];
    for (let skip = 0; skip < 9; skip += 2) {
      pages.push(...(await report(`report=calls&order_by=${order}&limit=2&skip=${skip}`)).items);
    }
    expect(pages).toEqual(whole);
    expect(new Set(whole.map(({ id }: { id: number }) => id)).size).toBe(8);
    expect(whole.at(order === 'cost' ? 0 : -1)).toMatchObject({ feature: 'copilot' });
  }
  const costs = (await report('report=calls&order_by=cost')).items.map((row: { cost_usd: number }) => row.cost_usd);
  expect(costs).toEqual([9, 2, 2, 1, 1, 0, 0, 0]);
  expect(await report('report=calls&skip=50')).toEqual({ items: [], total_count: 8 });
  expect(await report('report=usage&group_by=day&skip=50')).toEqual({ items: [], total_count: 2 });
});

test('API-ai_reports-GET the calls of the last 24 hours match health', async () => {
  await recordSample(service, own, { createdUtc: '2026-11-19T14:30:15.000Z' });
  await recordSample(service, own, { createdUtc: '2026-11-19T14:30:15.001Z' });
  await recordSample(service, own, { status: 'error' });
  await setLimits({ minute_call_limit: 0, action: 'hard' });
  expectError(await ask(), 'ai_cap_exceeded');
  const { items } = await report('report=calls&from=2026-11-19');
  const since = Date.parse(NOW) - 86_400_000;
  const recent = items.filter(
    (row: { status: string; created_utc: string }) => row.status !== 'refused' && Date.parse(row.created_utc) > since,
  );
  const health = (await service.call('GET', 'health', { token: own.token })).json.data;
  expect(health).toMatchObject({ ai_calls_24h: recent.length, ai_errors_24h: 1 });
  expect(recent).toHaveLength(2);
  const from = 'report=calls&since=2026-11-19T14:30:15.001Z';
  const listed = async (status: string) => {
    const { items, total_count } = await report(`${from}${status}`);
    expect(total_count).toBe(items.length);
    return items.length;
  };
  expect(await listed('&status=ran')).toBe(health.ai_calls_24h);
  expect(await listed('&status=error')).toBe(health.ai_errors_24h);
  expect(await listed('')).toBe(3);
  expect((await report('report=calls&status=ran')).total_count).toBe(3);
});
