import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { checkGroups, readDays, type UsageQuery } from './report-parameters.ts';
import { readUsageInSteps } from './usage-steps.ts';
import { findUsageInCalls, readUsageAtOnce, type UsageReader, type UsageSelection } from './usage.sql.ts';

const NOW = '2026-11-20T14:30:00.000Z';
/** Several slices. */
const CALLS = 3_500;

let service: TestService;
let own: TestSite;
let db: Db;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  db = service.database.forSite(own.site.id);
  await fill(own);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/**
 * Sessions with a ticket, a customer, both or none, and one that no record has; calls of a ticket, of none, and of the same
 * instant; costs of many digits, equal ones and none; refused calls.
 */
async function fill({ site }: TestSite): Promise<void> {
  const { owner } = service.database;
  await owner.query(sql`
    insert into customer_identity (site_id, id, display_name, first_seen_utc, last_seen_utc)
    select ${site.id}, 100 + n, 'Customer ' || n, ${NOW}, ${NOW} from generate_series(1, 40) n`);
  await owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text,
      customer_identity_id)
    select ${site.id}, 1000 + n, n, 'Bell', 'open', 'normal', 'web', ${NOW}, ${NOW}, 'bell', case when n % 3 = 0 then 101 + n % 40 end
    from generate_series(1, 300) n`);
  await owner.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc, ticket_id, customer_identity_id)
    select ${site.id}, 10000 + n, 'session ' || n, 'web', ${NOW}, case when n % 2 = 0 then 1001 + n % 300 end,
      case when n % 5 = 0 then 101 + n % 40 end
    from generate_series(1, 1000) n`);
  await owner.query(sql`
    insert into ai_call (site_id, id, created_utc, feature, model, status, input_tokens, output_tokens, cost_usd, is_priced,
      latency_ms, cache_hit, session_id, ticket_id, token_id)
    select ${site.id}, 100000 + n, ${NOW}::timestamptz - (n / 3) * interval '30 minutes', (array['bot', 'copilot'])[1 + n % 2],
      'model ' || n % 3, case when n % 11 = 0 then 'error' else 'ok' end, n, n % 70, (n % 9) * 0.00000012345, n % 4 > 0,
      (n * 7919) % 70000, n % 3 = 0, case when n % 7 > 1 then 'session ' || (n * 31) % 1050 end,
      case when n % 13 = 0 then 1001 + n % 300 end, n % 3
    from generate_series(1, ${CALLS}::integer) n`);
  // By these a report over HTTP is long enough for steps.
  await owner.query(sql`
    insert into ai_usage_day (site_id, day, feature, model, token_id, calls)
    values (${site.id}, '2026-11-01', 'bot', 'model 1', 0, 1000000)`);
  await owner.query(sql`
    insert into ai_refusal (site_id, id, feature, model, is_priced, caps, ticket_id, created_utc)
    select ${site.id}, 200000 + n, 'copilot', 'model 1', true, array['budget'], case when n % 2 = 0 then 1001 + n % 300 end,
      ${NOW}::timestamptz - n * interval '1 hour' from generate_series(1, 1500) n`);
}

function select(query: Partial<UsageQuery>): { readonly selection: UsageSelection; readonly query: UsageQuery } {
  const whole: UsageQuery = { limit: 50, skip: 0, from: '2025-12-01', ...query };
  checkGroups(whole);
  const { group_by: groups = [], order_by: order = 'created' } = whole;
  return { selection: { days: readDays(whole, new Date(NOW)), filter: whole, groups, order }, query: whole };
}

async function read(reader: UsageReader, { selection, query }: ReturnType<typeof select>) {
  const { rows, total, only } = await findUsageInCalls(reader, selection, query);
  const percentiles = await reader.findPercentiles(only);
  const text = (row: object) =>
    JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  return { rows, total, keys: only?.keys, percentiles: percentiles.map(text).toSorted() };
}

const atOnce = (asked: ReturnType<typeof select>) => read(readUsageAtOnce(db, own.site.id, asked.selection), asked);
const inSteps = (asked: ReturnType<typeof select>, on = db, siteId = own.site.id) =>
  readUsageInSteps(on, siteId, asked.selection, (reader) => read(reader, asked));

/** Tables that only a session has. */
const tables = () => service.database.owner.query(sql`select relname from pg_class where relpersistence = 't'`);

/** Calls `between` after each transaction, with how many there were. */
function interrupted(between: (steps: number) => Promise<void> | void): Db {
  let steps = 0;
  return {
    query: (statement) => db.query(statement),
    async transaction(work) {
      const result = await db.transaction(work);
      steps += 1;
      await between(steps);
      return result;
    },
  };
}

const GROUPS = ['session', 'ticket', 'customer'] as const;
const QUERIES: readonly Partial<UsageQuery>[] = [
  ...GROUPS.flatMap((group) => [
    { group_by: [group] },
    { group_by: [group], order_by: 'cost' as const },
    { group_by: [group], order_by: 'cost' as const, limit: 7, skip: 13 },
    { group_by: [group], order_by: 'cost' as const, status: 'error' as const, feature: 'bot' },
    { group_by: [group], limit: 200, skip: 900 },
    { group_by: [group], status: 'refused' as const },
    { group_by: [group], skip: 1_000_000 },
    { group_by: [group], from: '2026-11-01', to: '2026-11-10', cache_hit: true },
  ]),
  {},
  { status: 'error', cache_hit: true },
  { status: 'error', cache_hit: true, group_by: ['day', 'feature', 'model', 'token'], order_by: 'cost', skip: 3 },
  { group_by: ['day'], customer_identity_id: 104n },
  { group_by: ['feature'], ticket_id: 1001n, order_by: 'cost' },
];

describe('API-ai_reports-GET a report in steps', () => {
  test('says digit for digit what one statement says', async () => {
    for (const query of QUERIES) {
      const asked = select(query);
      expect(
        await inSteps(asked),
        JSON.stringify(asked.query, (_key, value) => String(value)),
      ).toEqual(await atOnce(asked));
    }
    expect(await tables()).toEqual([]);
  });

  test('says what was there when it began, whatever is added meanwhile', async () => {
    const asked = select({ group_by: ['session'], order_by: 'cost' });
    const before = await atOnce(asked);
    const { owner } = service.database;
    const busy = interrupted(async (steps) => {
      await owner.query(sql`
        insert into ai_call (site_id, id, created_utc, feature, model, status, input_tokens, output_tokens, cost_usd, is_priced,
          latency_ms, cache_hit, session_id)
        select ${own.site.id}, ${300_000 + steps * 10}::bigint + n, ${NOW}::timestamptz - n * interval '20 days', 'bot', 'model 1',
          'ok', 1, 1, 99, true, 1, false, (array['session 1', 'session 2', null, 'new'])[n] from generate_series(1, 4) n`);
    });
    expect(await inSteps(asked, busy)).toEqual(before);
    expect((await inSteps(asked)).keys?.slice(0, 4).toSorted()).toEqual(['', 'new', 'session 1', 'session 2']);
  });

  test('ends after its time with 503, and leaves nothing behind', async () => {
    const asked = select({ group_by: ['ticket'] });
    const late = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const slow = interrupted((steps) => {
      if (steps === 3) late.abort(new DOMException('too late', 'TimeoutError'));
    });
    await expect(inSteps(asked, slow)).rejects.toMatchObject({ status: 503, code: 'overloaded' });
    expect(await tables()).toEqual([]);
    const answer = await service.call('GET', 'ai_reports', {
      token: own.token,
      query: 'report=usage&group_by=ticket&from=2025-12-01',
    });
    expectError(answer, 'overloaded');
    expect(answer.headers['retry-after']).toBe('30');
    vi.restoreAllMocks();
    expect(await inSteps(asked)).toEqual(await atOnce(asked));
  });

  test('runs beside those of other sites, and behind that of its own', async () => {
    const other = await service.createSite();
    await fill(other);
    const asked = GROUPS.map((group) => select({ group_by: [group], order_by: 'cost' }));
    const alone = await Promise.all(asked.map(atOnce));
    const theirs = () =>
      Promise.all(asked.map((one) => inSteps(one, service.database.forSite(other.site.id), other.site.id)));
    const [ours, others] = await Promise.all([Promise.all(asked.map((one) => inSteps(one))), theirs()]);
    expect(ours).toEqual(alone);
    // The same calls, with the same ids, under another site.
    expect(others).toEqual(alone);
    expect(await tables()).toEqual([]);
  });

  test('lets calls of another site between its steps', async () => {
    const other = await service.createSite();
    let isOver = false;
    const query = 'report=usage&group_by=session&order_by=cost&from=2025-12-01';
    const report = service.call('GET', 'ai_reports', { token: own.token, query }).finally(() => (isOver = true));
    let answered = 0;
    while (!isOver) {
      expectSuccess(await service.call('GET', 'tickets', { token: other.token }));
      answered += 1;
    }
    expectSuccess(await report);
    expect(answered).toBeGreaterThan(5);
  });
});
