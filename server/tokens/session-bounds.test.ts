import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { lockSessionsOf } from './sessions.sql.ts';

const MINUTE = 60_000;
const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite({ label: 'Desk', rateLimitPerMin: 100_000 });
});
afterEach(() => service.close());

const whoami = (token: string, node = service) => node.call('GET', 'whoami', { token });
const start = async (token: string, node = service): Promise<string> =>
  (await node.call('POST', 'sessions', { token, body: {} })).json.data.token;
const live = async (): Promise<number> => {
  const now = service.clock.now().toISOString();
  const rows = await service.database.owner.query(sql`
    select 1 as one from browser_session where ended_utc is null and expires_utc > ${now}
      and last_used_utc > ${now}::timestamptz - interval '30 minutes'`);
  return rows.length;
};

test('API-sessions-POST ends the idlest of a token with 20 sessions, and the audit log records it', async () => {
  const sessions: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    sessions.push(await start(own.token));
    service.clock.advance(1_000);
  }
  // The oldest one is in use, though the use is not written yet, so the second is the idlest.
  expectSuccess(await whoami(sessions[0] ?? ''));
  service.clock.advance(1_000);
  expectSuccess(await whoami(await start(own.token)));
  expectError(await whoami(sessions[1] ?? ''), 'unauthorized');
  for (const one of [0, 2, 19]) expectSuccess(await whoami(sessions[one] ?? ''));
  expect(await live()).toBe(20);
  const ends = await service.database.owner.query<{ label: string; changes: unknown }>(sql`
    select label, changes from audit_log where action = 'session.end'`);
  expect(ends).toEqual([{ label: 'Desk', changes: [{ field: 'live_sessions', from: null, to: 20 }] }]);
  // Another token of the site has its own twenty.
  const other = await service.issueToken(own.site);
  await start(other.token);
  expect(await live()).toBe(21);
});

test('ended sessions do not count toward the limit', async () => {
  const sessions: string[] = [];
  for (let n = 0; n < 20; n += 1) sessions.push(await start(own.token));
  service.clock.advance(20 * MINUTE);
  for (const session of sessions.slice(1)) expectSuccess(await whoami(session));
  service.clock.advance(10 * MINUTE);
  await start(own.token);
  for (const session of sessions.slice(1)) expectSuccess(await whoami(session));
});

test('a token that only reads has 500', async () => {
  const { token } = await service.issueToken(own.site, { scopes: ['read'], rateLimitPerMin: 100_000 });
  const first = await start(token);
  service.clock.advance(1);
  // Inserted directly: 498 calls would show no more than the two after them.
  await service.database.owner.query(sql`
    insert into browser_session (site_id, token_id, token_hash, token_prefix, scopes, created_utc, expires_utc, last_used_utc)
    select site_id, token_id, sha256(n::text::bytea), token_prefix, scopes, created_utc, expires_utc,
      last_used_utc + interval '2 ms'
    from browser_session cross join generate_series(1, 498) n`);
  await start(token);
  expect(await live()).toBe(500);
  expectSuccess(await whoami(first));
  service.clock.advance(1);
  await start(token);
  expect(await live()).toBe(500);
  expectError(await whoami(first), 'unauthorized');
});

test('three hundred viewers with one token that only reads start at once, and none ends another’s session', async () => {
  const { token } = await service.issueToken(own.site, { scopes: ['read'], rateLimitPerMin: 100_000 });
  const startReading = () => service.call('POST', 'sessions', { token, body: { scopes: ['read'] } });
  const answers = await Promise.all(Array.from({ length: 300 }, startReading));
  for (const answer of answers) expectSuccess(answer);
  const sessions: string[] = answers.map(({ json }) => json.data.token);
  service.clock.advance(MINUTE);
  for (const answer of await Promise.all(sessions.map((session) => whoami(session)))) expectSuccess(answer);
  // One line for each frame that starts.
  const lines = await service.database.owner.query(sql`select action from audit_log where action like 'session.%'`);
  expect(lines).toEqual(sessions.map(() => ({ action: 'session.start' })));

  // At 500 a new session replaces an ended one.
  await service.database.owner.query(sql`
    insert into browser_session (site_id, token_id, token_hash, token_prefix, scopes, created_utc, expires_utc, last_used_utc)
    select site_id, token_id, sha256(n::text::bytea), token_prefix, scopes, created_utc, expires_utc,
      last_used_utc + interval '2 minutes'
    from (select * from browser_session order by token_prefix limit 1) one cross join generate_series(1, 200) n`);
  expect(await live()).toBe(500);
  const [ended = '', ...others] = sessions;
  expectSuccess(await service.call('DELETE', 'sessions', { token: ended }));
  expectSuccess(await startReading());
  expect(await live()).toBe(500);
  for (const answer of await Promise.all(others.map((session) => whoami(session)))) expectSuccess(answer);
});

test('starts far below the limit do not wait for each other', async () => {
  const { token, tokenId } = await service.issueToken(own.site, { scopes: ['read'], rateLimitPerMin: 100_000 });
  const locked = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const other = service.database.owner.transaction(async (db) => {
    await lockSessionsOf(db, own.site.id, tokenId);
    locked.resolve();
    await started.promise;
  });
  await locked.promise;
  expectSuccess(await service.call('POST', 'sessions', { token, body: {} }));
  started.resolve();
  await other;
});

test('starts beyond the rate limit get 429 with Retry-After, and nothing fails', async () => {
  const { token } = await service.issueToken(own.site, { scopes: ['read'], rateLimitPerMin: 60 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => service.call('POST', 'sessions', { token, body: { scopes: ['read'] } })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(40);
  for (const answer of refused) {
    expectError(answer, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await live()).toBe(60);
});

test('two nodes that start sessions concurrently stay at 20', async () => {
  const node = await startTestService({ now: NOW, emptyFirst: false });
  try {
    const asked = Array.from({ length: 30 }, (_, n) => start(own.token, n % 2 === 0 ? service : node));
    const sessions = await Promise.all(asked);
    expect(sessions.every((session) => session.startsWith('sct_'))).toBe(true);
    expect(await live()).toBe(20);
    service.clock.advance(1_000);
    const answers = await Promise.all(sessions.map((session) => whoami(session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  } finally {
    await node.close();
  }
});

test('the hourly job removes ended sessions only; two nodes may run it concurrently', async () => {
  const node = await startTestService({ now: NOW, emptyFirst: false });
  try {
    const [ended, idle, busy] = [await start(own.token), await start(own.token), await start(own.token)];
    const orphan = await service.issueToken(own.site);
    await start(orphan.token);
    await service.call('DELETE', 'sessions', { token: ended });
    service.clock.advance(29 * MINUTE);
    expectSuccess(await whoami(idle));
    expectSuccess(await whoami(busy));
    await service.app.housekeeping?.flushTokens();
    await service.call('DELETE', 'api_tokens', { token: own.token, query: { id: String(orphan.tokenId) } });
    const prefixes = async () => {
      for (const clock of [service.clock, node.clock]) clock.set(service.clock.now().toISOString());
      await service.database.owner.query(sql`update site_due set due_utc = ${service.clock.now().toISOString()}`);
      await Promise.all([service.app.housekeeping?.runEveryHour(), node.app.housekeeping?.runEveryHour()]);
      const rows = await service.database.owner.query<{ prefix: string }>(
        sql`select token_prefix as prefix from browser_session order by last_used_utc, token_prefix`,
      );
      return rows.map(({ prefix }) => prefix);
    };
    expect(await prefixes()).toEqual([idle.slice(0, 14), busy.slice(0, 14)].toSorted());
    service.clock.advance(29 * MINUTE);
    expectSuccess(await whoami(busy));
    await service.app.housekeeping?.flushTokens();
    service.clock.advance(2 * MINUTE);
    expect(await prefixes()).toEqual([busy.slice(0, 14)]);
    expectSuccess(await whoami(busy));
    for (let hours = 0; hours < 24; hours += 1) {
      service.clock.advance(25 * MINUTE);
      await whoami(busy);
      await service.app.housekeeping?.flushTokens();
    }
    expect(await prefixes()).toEqual([busy.slice(0, 14)]);
    for (let halves = 0; halves < 4; halves += 1) {
      service.clock.advance(29 * MINUTE);
      await whoami(busy);
      await service.app.housekeeping?.flushTokens();
    }
    expect(await prefixes()).toEqual([]);
    const [audit] = await service.database.owner.query<{ n: number }>(
      sql`select count(*)::integer as n from audit_log where object_type = 'browser_session'`,
    );
    expect(audit?.n).toBe(5);
  } finally {
    await node.close();
  }
});
