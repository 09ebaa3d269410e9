import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { networkOf } from './network-of.ts';
import { hashMinute, sealAudit } from './seal-audit.ts';

const MINUTE = 60_000;

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite({ label: 'Desk' });
});
afterEach(() => service.close());

const write = (subject: string) =>
  service.call('POST', 'tickets', {
    token: own.token,
    body: { subject },
    headers: { 'user-agent': `agent ${'x'.repeat(200)}` },
  });
const seals = () =>
  service.database.owner.query<{ minute_utc: string; entry_count: number; hash: Uint8Array }>(
    sql`select minute_utc, entry_count, hash from audit_seal order by minute_utc`,
  );

test('a write has its line: who, from which network, with what, on what, and by which call', async () => {
  const answer = await write('canary-subject');
  const rows = await service.database.owner.query(sql`select * from audit_log where action = 'ticket.create'`);
  expect(rows).toEqual([
    expect.objectContaining({
      site_id: own.site.id,
      at_utc: '2026-11-20T14:30:00.000Z',
      actor_kind: 'token',
      token_id: own.tokenId,
      token_prefix: own.token.slice(0, 10),
      label: 'Desk',
      object_type: 'ticket',
      object_id: String(answer.json.data.id),
      outcome: 'ok',
      request_id: answer.headers['x-svc-request-id'],
      network: '127.0.0.0/24',
      user_agent: `agent ${'x'.repeat(114)}`,
    }),
  ]);
  expect(
    JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('canary-subject');
});

test('a write that is rolled back leaves no line', async () => {
  const before = await service.database.owner.query(sql`select id from audit_log`);
  await service.call('PATCH', 'ticket', { token: own.token, body: { id: 12345, status: 'open' } });
  await service.call('POST', 'tickets', { token: own.token, body: { subject: '' } });
  expect(await service.database.owner.query(sql`select id from audit_log`)).toEqual(before);
});

test('the service itself can neither change nor remove lines and seals', async () => {
  const db = service.database.forSite(own.site.id);
  for (const statement of [
    sql`update audit_log set label = 'x'`,
    sql`delete from audit_log`,
    sql`update audit_seal set entry_count = 0`,
    sql`delete from audit_seal`,
  ]) {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('a minute is sealed two minutes after its end, once, each seal over the one before', async () => {
  await write('one');
  service.clock.advance(MINUTE);
  await write('two');
  await write('three');
  service.clock.advance(2 * MINUTE);
  expect(await sealAudit(service.database.owner, service.clock.now())).toBe(1);
  service.clock.advance(MINUTE);
  expect(await sealAudit(service.database.owner, service.clock.now())).toBe(1);
  expect(await sealAudit(service.database.owner, service.clock.now())).toBe(0);
  const [first, second] = await seals();
  expect(first).toMatchObject({ minute_utc: '2026-11-20T14:30:00.000Z', entry_count: 3 });
  expect(second).toMatchObject({ minute_utc: '2026-11-20T14:31:00.000Z', entry_count: 2 });
  expect((await hashMinute(service.database.owner, own.site.id, '2026-11-20T14:31:00.000Z')).hash).toEqual(
    second?.hash,
  );
});

test('a long story is sealed in several transactions, by whoever comes first, as one chain', async () => {
  const count = 230;
  const begin = Date.parse('2026-11-20T10:00:00.000Z');
  await service.database.owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, label, action, object_type, object_id, changes, outcome)
    select ${own.site.id}, 1000 + n, ${new Date(begin).toISOString()}::timestamptz + n * interval '1 minute', 'system', 'test',
      'ticket.create', 'ticket', n::text, '[]', 'ok'
    from generate_series(0, ${count - 1}::integer) n`);
  const known = (await seals()).length;
  service.clock.advance(10 * MINUTE);
  const now = service.clock.now();
  const { owner } = service.database;
  const made = await Promise.all([sealAudit(owner, now), sealAudit(owner, now)]);
  const all = await seals();
  expect(made[0] + made[1]).toBe(all.length - known);
  expect(all.length).toBeGreaterThanOrEqual(count);
  for (const { minute_utc: minute, hash } of all) {
    expect((await hashMinute(owner, own.site.id, minute)).hash, minute).toEqual(hash);
  }
});

test('each site has a chain of its own, whatever is written and sealed on another', async () => {
  const { owner } = service.database;
  const other = await service.createSite({ name: 'Other' });
  const seal = () => sealAudit(owner, service.clock.now());
  await write('one');
  service.clock.advance(3 * MINUTE);
  expect(await seal()).toBe(2);
  await write('two');
  service.clock.advance(3 * MINUTE);
  expect(await seal()).toBe(1);
  // Later than the other site's last seal, and earlier than the last seal of all.
  await owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, action, object_type, object_id, outcome)
    values (${other.site.id}, 500, ${'2026-11-20T14:31:30Z'}, 'system', 'a.b', 'thing', '1', 'ok')`);
  expect(await seal()).toBe(1);
  const made = await owner.query<{ site_id: bigint; minute_utc: string; entry_count: number; hash: Uint8Array }>(
    sql`select site_id, minute_utc, entry_count, hash from audit_seal order by site_id, minute_utc`,
  );
  expect(made.map((row) => [row.site_id, row.minute_utc.slice(11, 16), row.entry_count])).toEqual([
    [own.site.id, '14:30', 3],
    [own.site.id, '14:33', 1],
    [other.site.id, '14:30', 2],
    [other.site.id, '14:31', 1],
  ]);
  for (const { site_id: siteId, minute_utc: minute, hash } of made) {
    expect((await hashMinute(owner, siteId, minute)).hash, `${siteId} ${minute}`).toEqual(hash);
  }
});

test.each([
  ['changed', sql`update audit_log set label = 'Nobody' where action = 'ticket.create'`],
  ['removed', sql`delete from audit_log where action = 'ticket.create'`],
  [
    'sealed anew before it',
    sql`update audit_seal set hash = ${new Uint8Array(32)} where minute_utc = ${'2026-11-20T14:30:00Z'}`,
  ],
])('a line that is %s shows', async (_what, statement) => {
  service.clock.advance(MINUTE);
  await write('one');
  service.clock.advance(3 * MINUTE);
  await sealAudit(service.database.owner, service.clock.now());
  await service.database.owner.query(statement);
  const seal = (await seals()).at(-1);
  expect((await hashMinute(service.database.owner, own.site.id, '2026-11-20T14:31:00.000Z')).hash).not.toEqual(
    seal?.hash,
  );
});

test('lines go after 400 days, their seals stay', async () => {
  service.clock.advance(5 * MINUTE);
  await service.app.housekeeping?.runEveryMinute();
  service.clock.advance(400 * 86_400_000);
  await service.app.housekeeping?.runEveryHour();
  expect(await service.database.owner.query(sql`select 1 as one from audit_log`)).toEqual([]);
  expect(await seals()).toHaveLength(1);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', null],
  ['nonsense', null],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
