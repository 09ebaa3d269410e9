import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { networkOf } from './network-of.ts';

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
test('a write has a line with actor, network, user agent, object and request ID', async () => {
  const answer = await write('canary-subject');
  const rows = await service.database.owner.query(sql`select * from audit_log where action = 'ticket.create'`);
  expect(rows).toEqual([
    expect.objectContaining({
      site_id: own.site.id,
      at_utc: '2026-11-20T14:30:00.000Z',
      actor_kind: 'token',
      token_id: own.tokenId,
      token_prefix: own.token.slice(0, 14),
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

test('a rollback leaves no line', async () => {
  const before = await service.database.owner.query(sql`select id from audit_log`);
  await service.call('PATCH', 'ticket', { token: own.token, body: { id: 12345, status: 'open' } });
  await service.call('POST', 'tickets', { token: own.token, body: { subject: '' } });
  expect(await service.database.owner.query(sql`select id from audit_log`)).toEqual(before);
});

test('the service can neither change nor delete lines', async () => {
  const db = service.database.forSite(own.site.id);
  for (const statement of [sql`update audit_log set label = 'x'`, sql`delete from audit_log`]) {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('lines are deleted after 400 days', async () => {
  service.clock.advance(400 * 86_400_000 + 1);
  await service.app.housekeeping?.runEveryHour();
  expect(await service.database.owner.query(sql`select 1 as one from audit_log`)).toEqual([]);
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
