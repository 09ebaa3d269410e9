import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

async function run(resource: string, token = own.token) {
  const answer = await service.call('GET', resource, { token });
  expectSuccess(answer);
  return answer.json.data;
}

/** Row counts of all tables except that of the runs. */
async function rowsBesideRuns(): Promise<Readonly<Record<string, number>>> {
  return { ...(await countRows(service)), self_test_run: 0 };
}

const PASSED = { ok: true, round_trip_ms: 0, error: null };

/** Breaks the storage during `work` only: tests of other files use the same database afterwards. */
async function whileBroken<Result>(breaking: string, mending: string, work: () => Promise<Result>): Promise<Result> {
  const { owner } = service.database;
  await owner.query({ text: breaking, values: [] });
  try {
    return await work();
  } finally {
    await owner.query({ text: mending, values: [] });
  }
}

test('API-self_test-GET runs both tests in order', async () => {
  expect(await run('self_test')).toEqual({
    ok: true,
    total_runtime_ms: 0,
    tests: [
      { name: 'ai_usage', ...PASSED },
      { name: 'channel_foundation', ...PASSED },
    ],
  });
  expect((await run('self_test_all')).ok).toBe(true);
});

test.each([
  ['ai_usage_self_test', 'ai_usage'],
  ['ai_self_test', 'ai_usage'],
  ['channel_self_test', 'channel_foundation'],
  ['channel_foundation_self_test', 'channel_foundation'],
])('API-%s-GET runs its test, also for a read-only token', async (resource, name) => {
  const { token } = await service.issueToken(own.site, { scopes: ['read'] });
  expect(await run(resource, token)).toEqual({ name, ...PASSED });
});

test('API-ai_usage_self_test-GET repeated and concurrent runs leave no trace in any figure', async () => {
  const figures = async () => {
    const answers = [];
    for (const [resource, query] of [
      ['ai_usage', 'include=trend&days=90'],
      ['ai_limits', ''],
      ['usage', ''],
      ['health', ''],
    ] as const) {
      answers.push((await service.call('GET', resource, { token: own.token, query })).text);
    }
    return answers;
  };
  await service.call('PATCH', 'ai_limits', { token: own.token, body: { minute_call_limit: 1, action: 'hard' } });
  const before = await figures();
  const rows = await rowsBesideRuns();
  const runs = await Promise.all(Array.from({ length: 8 }, () => run('ai_usage_self_test')));
  for (const { ok } of runs) expect(ok).toBe(true);
  await run('self_test');
  expect(await figures()).toEqual(before);
  expect(await rowsBesideRuns()).toEqual(rows);
});

describe.each([
  [
    'ai_call',
    'a table is missing (code 42P01)',
    'alter table ai_call rename to gone',
    'alter table gone rename to ai_call',
  ],
  [
    'ai_usage_day.cost_usd',
    'a column is missing (code 42703)',
    'alter table ai_usage_day rename column cost_usd to gone',
    'alter table ai_usage_day rename column gone to cost_usd',
  ],
  [
    'the right to write calls',
    'the service may not use a table (code 42501)',
    'revoke insert on ai_call from support_console_app',
    'grant insert on ai_call to support_console_app',
  ],
])('without %s', (_what, error, breaking, mending) => {
  test('API-ai_usage_self_test-GET reports what failed', async () => {
    const [single, all] = await whileBroken(breaking, mending, async () => [
      await run('ai_usage_self_test'),
      await run('self_test'),
    ]);
    expect(single).toEqual({ name: 'ai_usage', ok: false, round_trip_ms: 0, error });
    expect(all).toMatchObject({ ok: false, tests: [single, { name: 'channel_foundation', ok: true }] });
    expect((await run('self_test')).ok).toBe(true);
  });
});

test('API-ai_usage_self_test-GET detects a stored call that its day does not count', async () => {
  const broken = await whileBroken(
    `create function lose_it() returns trigger language plpgsql as $$ begin return null; end $$;`,
    'drop function lose_it() cascade',
    async () => {
      await service.database.owner.query({
        text: 'create trigger lost before insert on ai_usage_day for each row execute function lose_it()',
        values: [],
      });
      return run('ai_usage_self_test');
    },
  );
  expect(broken).toMatchObject({ ok: false, error: 'the count of the day went from 0 to 0 instead of one up' });
});

describe.each([
  [
    'channel_binding',
    'a table is missing (code 42P01)',
    'alter table channel_binding rename to gone',
    'alter table gone rename to channel_binding',
  ],
  [
    'channel_binding.display_handle',
    'a column is missing (code 42703)',
    'alter table channel_binding rename column display_handle to gone',
    'alter table channel_binding rename column gone to display_handle',
  ],
  [
    'channel_message',
    'a table is missing (code 42P01)',
    'alter table channel_message rename to gone',
    'alter table gone rename to channel_message',
  ],
])('without %s', (_what, error, breaking, mending) => {
  test('API-channel_self_test-GET reports what failed', async () => {
    const [single, all] = await whileBroken(breaking, mending, async () => [
      await run('channel_self_test'),
      await run('self_test'),
    ]);
    expect(single).toEqual({ name: 'channel_foundation', ok: false, round_trip_ms: 0, error });
    expect(all).toMatchObject({ ok: false, tests: [{ name: 'ai_usage', ok: true }, single] });
  });
});

test('API-channel_self_test-GET leaves nothing but its outcome', async () => {
  const before = await rowsBesideRuns();
  await run('channel_self_test');
  expect(await rowsBesideRuns()).toEqual(before);
});

async function overview(token = own.token) {
  return (await service.call('GET', 'health_overview', { token })).json.data;
}

test('HO-06: the overview has the last run of each test and up to ten earlier ones', async () => {
  expect((await overview()).self_tests).toEqual([]);
  await run('self_test');
  service.clock.advance(60_000);
  const breaking = 'alter table ai_call rename to gone';
  await whileBroken(breaking, 'alter table gone rename to ai_call', () => run('ai_self_test'));
  const good = { ok: true, at_utc: '2026-11-20T14:30:00.000Z', round_trip_ms: 0, error: null };
  const bad = {
    ...good,
    ok: false,
    at_utc: '2026-11-20T14:31:00.000Z',
    error: 'a table is missing (code 42P01)',
  };
  expect((await overview()).self_tests).toEqual([
    { name: 'ai_usage', ...bad, earlier: [good] },
    { name: 'channel_foundation', ...good, earlier: [] },
  ]);
  for (let n = 0; n < 30; n += 1) {
    service.clock.advance(1_000);
    await run('ai_usage_self_test');
  }
  const [last] = (await overview()).self_tests;
  expect(last.at_utc).toBe('2026-11-20T14:31:30.000Z');
  expect(last.earlier.map((item: { at_utc: string }) => item.at_utc.slice(17, 19))).toEqual([
    '29',
    '28',
    '27',
    '26',
    '25',
    '24',
    '23',
    '22',
    '21',
    '20',
  ]);
  const kept = await service.database.owner.query(sql`
    select name, count(*)::integer as n from self_test_run group by name order by name`);
  expect(kept).toEqual([
    { name: 'ai_usage', n: 20 },
    { name: 'channel_foundation', n: 1 },
  ]);
});

test('HO-06: the overview omits runs of other sites and tests of undeployed features', async () => {
  const other = await service.createSite({ name: 'Other' });
  const bare = await service.createSite({ name: 'Bare', undeployed: ['channels', 'ai_usage'] });
  await run('self_test');
  await run('self_test', bare.token);
  expect((await overview(other.token)).self_tests).toEqual([]);
  const { self_tests, rules } = await overview(bare.token);
  expect(self_tests).toEqual([]);
  expect(rules.find((rule: { key: string }) => rule.key === 'self_tests')).toMatchObject({ state: 'ok', value: null });
});

test('HO-06: with EXTENSIONS=0 a test stores nothing', async () => {
  const plain = await startTestService({ extensions: false, emptyFirst: false });
  const before = await countRows(plain);
  expectSuccess(await plain.call('GET', 'self_test', { token: own.token }));
  expect(await countRows(plain)).toEqual(before);
  await plain.close();
});

test('the self-tests of a site without the features report that', async () => {
  const bare = await service.createSite({ undeployed: ['channels', 'ai_usage'] });
  const tests = [
    { name: 'ai_usage', ok: false, round_trip_ms: 0, error: 'ai_usage is not deployed for this site' },
    { name: 'channel_foundation', ok: false, round_trip_ms: 0, error: 'channels is not deployed for this site' },
  ];
  expect(await run('self_test', bare.token)).toEqual({ ok: false, total_runtime_ms: 0, tests });
  expect(await run('ai_usage_self_test', bare.token)).toEqual(tests[0]);
  expect(await run('channel_self_test', bare.token)).toEqual(tests[1]);
  const half = await service.createSite({ undeployed: ['channels'] });
  expect(await run('self_test', half.token)).toMatchObject({ ok: false, tests: [{ ok: true }, { ok: false }] });
  expect(await service.database.owner.query(sql`select 1 from ai_call`)).toEqual([]);
});
