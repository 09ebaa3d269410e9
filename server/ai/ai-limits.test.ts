import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { recordSample } from '#server/testing/sample-calls.ts';
import { countRows } from '#server/testing/tables.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:15.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

const patch = (body: unknown, token = own.token) =>
  service.call('PATCH', 'ai_limits', { token, body, headers: { 'content-type': 'application/json' } });

async function set(body: object) {
  const answer = await patch(body);
  expectSuccess(answer);
  return answer.json.data;
}

async function limits(token = own.token) {
  const answer = await service.call('GET', 'ai_limits', { token });
  expectSuccess(answer);
  return answer.json.data;
}

const FREE = { limit: null, current: 0, exceeded: false };
const ENFORCED = { enforced_features: ['copilot', 'copilot_summary'] };
const NONE = { budget: FREE, daily_tokens: FREE, minute_calls: FREE, any_exceeded: false, action: 'none', ...ENFORCED };

test('API-ai_limits-GET a site without a billing record has no caps', async () => {
  expect(await limits()).toEqual(NONE);
});

test('API-ai_limits-GET lists the features whose calls the service refuses under a hard cap', async () => {
  expect(await set({ minute_call_limit: 5, action: 'hard' })).toMatchObject(ENFORCED);
  expect(await limits()).toMatchObject(ENFORCED);
});

test('API-ai_limits-PATCH creates the billing record and returns the new state', async () => {
  await recordSample(service, own, { costUsd: 25.05, inputTokens: 600, outputTokens: 150 });
  const state = {
    budget: { limit: 100.2, current: 25.05, exceeded: false, headroom: 75.15, percent_used: 25 },
    daily_tokens: { limit: 1000, current: 750, exceeded: false, headroom: 250, percent_used: 75 },
    minute_calls: { limit: 4, current: 1, exceeded: false, headroom: 3, percent_used: 25 },
    any_exceeded: false,
    action: 'hard',
    ...ENFORCED,
  };
  expect(
    await set({ monthly_budget_usd: 100.2, daily_token_limit: 1000, minute_call_limit: 4, action: 'hard' }),
  ).toEqual(state);
  expect(await limits()).toEqual(state);
  expect((await service.call('GET', 'ai_guardrails', { token: own.token })).json.data).toEqual(state);
});

test('API-ai_limits-PATCH an omitted field stays, null removes the cap', async () => {
  await set({ monthly_budget_usd: 10, daily_token_limit: 20, minute_call_limit: 30 });
  expect(await set({ daily_token_limit: null })).toMatchObject({
    budget: { limit: 10 },
    daily_tokens: FREE,
    minute_calls: { limit: 30 },
    action: 'soft',
  });
  const alias = await service.call('PATCH', 'ai_guardrails', { token: own.token, body: { minute_call_limit: 31 } });
  expect(alias.json.data).toMatchObject({ budget: { limit: 10 }, daily_tokens: FREE, minute_calls: { limit: 31 } });
});

test('API-ai_limits-PATCH the action is stored but shown as none while no cap is set', async () => {
  expect((await set({ action: 'hard' })).action).toBe('none');
  expect((await set({ minute_call_limit: 3 })).action).toBe('hard');
  expect((await set({ minute_call_limit: null })).action).toBe('none');
  expect((await set({ monthly_budget_usd: 1 })).action).toBe('hard');
  expect((await set({ action: 'soft' })).action).toBe('soft');
});

test('API-ai_limits-GET without a limit there is no headroom and no percent', async () => {
  await recordSample(service, own, { costUsd: 1 });
  const { budget } = await limits();
  expect(budget).toEqual({ limit: null, current: 1, exceeded: false });
});

test('API-ai_limits-GET a cap is exceeded when it is reached; headroom stops at 0 and percent at 100', async () => {
  await set({ monthly_budget_usd: 0.3 });
  await recordSample(service, own, { costUsd: 0.1 });
  expect(await limits()).toMatchObject({ budget: { exceeded: false, headroom: 0.2 }, any_exceeded: false });
  await recordSample(service, own, { costUsd: 0.2 });
  expect(await limits()).toMatchObject({
    budget: { limit: 0.3, current: 0.3, exceeded: true, headroom: 0, percent_used: 100 },
    daily_tokens: { exceeded: false },
    any_exceeded: true,
  });
  await recordSample(service, own, { costUsd: 5 });
  expect((await limits()).budget).toEqual({ limit: 0.3, current: 5.3, exceeded: true, headroom: 0, percent_used: 100 });
});

test('API-ai_limits-PATCH a limit of 0 is exceeded immediately', async () => {
  const zero = { limit: 0, current: 0, exceeded: true, headroom: 0, percent_used: 100 };
  expect(await set({ monthly_budget_usd: 0, daily_token_limit: 0, minute_call_limit: 0 })).toEqual({
    budget: zero,
    daily_tokens: zero,
    minute_calls: zero,
    any_exceeded: true,
    action: 'soft',
    ...ENFORCED,
  });
});

test('API-ai_limits-GET the budget is the UTC month, tokens the day, calls the minute', async () => {
  await set({ monthly_budget_usd: 100 });
  for (const createdUtc of [
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-19T23:59:59.999Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T14:29:59.999Z',
    '2026-11-20T14:30:00.000Z',
  ]) {
    await recordSample(service, own, { createdUtc, costUsd: 1 });
  }
  const current = async () => {
    const { budget, daily_tokens, minute_calls } = await limits();
    return [budget.current, daily_tokens.current, minute_calls.current];
  };
  expect(await current()).toEqual([5, 120, 1]);
  service.clock.set('2026-11-20T14:30:59.999Z');
  expect(await current()).toEqual([5, 120, 1]);
  service.clock.set('2026-11-20T14:31:00.000Z');
  expect(await current()).toEqual([5, 120, 0]);
  service.clock.set('2026-11-21T00:00:00.000Z');
  expect(await current()).toEqual([5, 0, 0]);
  service.clock.set('2026-12-01T00:00:00.000Z');
  expect(await current()).toEqual([0, 0, 0]);
});

describe.each([
  ['monthly_budget_usd', [0.1, 1e-9, 123_456_789.123_456, 2 ** 60, 0]],
  ['daily_token_limit', [1, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n, 0]],
  ['minute_call_limit', [1, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n, 0]],
] as const)('%s', (field, values) => {
  const cap = { monthly_budget_usd: 'budget', daily_token_limit: 'daily_tokens', minute_call_limit: 'minute_calls' }[
    field
  ];

  test(`API-ai_limits-PATCH ${field} keeps every digit`, async () => {
    for (const value of values) {
      const state = (await set({ [field]: value }))[cap];
      expect(typeof value === 'bigint' ? BigInt(state.limit) : Number(state.limit)).toBe(value);
      expect(state.headroom).toBe(state.limit);
    }
  });

  test(`API-ai_limits-PATCH ${field} refuses invalid amounts`, async () => {
    await set({ [field]: 7 });
    const before = await countRows(service);
    const bad: unknown[] = [-1, -0.5, '7', true, [7], {}, -(2n ** 63n)];
    if (field !== 'monthly_budget_usd') bad.push(1.5, 2n ** 63n);
    for (const value of bad) {
      const answer = await patch({ [field]: value });
      expectError(answer, 'bad_field');
      expect(answer.json.error.message).toContain(field);
    }
    expect((await limits())[cap].limit).toBe(7);
    expect(await countRows(service)).toEqual(before);
  });
});

test('API-ai_limits-PATCH an empty body is empty_patch, other invalid bodies have their own errors', async () => {
  const before = await countRows(service);
  expectError(await patch({}), 'empty_patch');
  expectError(await service.call('PATCH', 'ai_limits', { token: own.token }), 'empty_patch');
  for (const body of ['[]', 'null', '"x"', '{', '']) {
    expectError(await patch(body), body === '' ? 'empty_patch' : 'bad_request');
  }
  for (const body of [{ action: 'none' }, { action: null }, { limit: 3 }, { action: 'HARD' }, { site_id: 1 }]) {
    expectError(await patch(body), 'bad_field');
  }
  expect(await countRows(service)).toEqual(before);
});

test('API-ai_limits-PATCH on a site without AI usage fails after the other checks, and GET shows no limits', async () => {
  const bare = await service.createSite({ undeployed: ['ai_usage'] });
  await service.database.owner.query(sql`
    insert into ai_billing (site_id, monthly_budget_usd, action, created_utc, updated_utc)
    values (${bare.site.id}, 1, 'hard', ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  await recordSample(service, bare, { costUsd: 2 });
  expect(await limits(bare.token)).toEqual(NONE);
  expectError(await patch({}, bare.token), 'empty_patch');
  expectError(await patch({ minute_call_limit: -1 }, bare.token), 'bad_field');
  const before = await countRows(service);
  expectError(await patch({ minute_call_limit: 1 }, bare.token), 'patch_failed');
  expect(await countRows(service)).toEqual(before);
});

test('API-ai_limits-PATCH writes old and new values of changed fields to the audit log', async () => {
  await set({ monthly_budget_usd: 10.5, action: 'hard' });
  await set({ monthly_budget_usd: null, daily_token_limit: 500, action: 'hard' });
  const rows = await service.database.owner.query<{ changes: unknown }>(
    sql`select changes from audit_log where action = 'ai_limits.update' order by id`,
  );
  expect(rows.map(({ changes }) => changes)).toEqual([
    [
      { field: 'monthly_budget_usd', from: null, to: '10.5' },
      { field: 'action', from: null, to: 'hard' },
    ],
    [
      { field: 'monthly_budget_usd', from: '10.5', to: null },
      { field: 'daily_token_limit', from: null, to: '500' },
    ],
  ]);
});

test('API-ai_limits-PATCH 20 concurrent requests leave one record with the last value of each field', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => set(n % 2 === 0 ? { daily_token_limit: 5 } : { minute_call_limit: 6 })),
  );
  expect(await limits()).toMatchObject({ daily_tokens: { limit: 5 }, minute_calls: { limit: 6 } });
});
