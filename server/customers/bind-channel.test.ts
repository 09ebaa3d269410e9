import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_ACTOR, type TestService } from '#server/testing/service.ts';
import { bindChannel, type BindRequest, type BindResult } from './bind-channel.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let site: Site;
let token: string;
let db: Db;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  ({ site, token } = await service.createSite());
  db = service.database.forSite(site.id);
});

afterEach(() => service.close());

const bind = (request: Partial<BindRequest>): Promise<BindResult> =>
  db.transaction((db) =>
    bindChannel(
      db,
      site,
      { channel: 'whatsapp', externalUserId: '+493023125001', ...request },
      { actor: TEST_ACTOR, now: service.clock.now() },
    ),
  );

/** The customer that a call bound to; fails the test if it bound to no one. */
async function bound(request: Partial<BindRequest>) {
  const result = await bind(request);
  return 'identityId' in result ? result : expect.fail(result.outcome);
}

async function channelsOf(email: string) {
  return (await service.call('GET', 'customer', { token, query: { email } })).json.data.identity.channels;
}

test('creates a customer if none is found, and returns the handle', async () => {
  const result = await bound({
    email: 'Ada@Example.com',
    phone: '+49 30 23125 001',
    displayName: 'Ada',
    displayHandle: 'ada',
  });
  expect(result).toMatchObject({ outcome: 'bound', isMinted: true, displayHandle: 'ada' });
  const { json } = await service.call('GET', 'customer', { token, query: { email: 'ada@example.com' } });
  expect(json.data.identity).toEqual({
    id: Number(result.identityId),
    email: 'Ada@Example.com',
    phone: '+49 30 23125 001',
    display_name: 'Ada',
    ticket_count: 0,
    first_seen_utc: NOW,
    last_seen_utc: NOW,
    channels: [{ channel: 'whatsapp', external_user_id: '+493023125001', display_handle: 'ada', bound_utc: NOW }],
    notes_count: 0,
    blocked_utc: null,
    merged_from: [],
    version: 1,
  });
});

test('finds by id, then email, then phone', async () => {
  const byEmail = await bound({ email: 'a@example.com', externalUserId: '1' });
  const byPhone = await bound({ phone: '+49 30 23125 002', externalUserId: '2' });
  const other = await bound({ email: 'c@example.com', externalUserId: '3' });
  const all = { email: 'A@example.com', phone: '0049 30 23125002', externalUserId: '4' };
  expect((await bound({ ...all, identityId: other.identityId })).identityId).toBe(other.identityId);
  expect((await bound(all)).identityId).toBe(byEmail.identityId);
  expect((await bound({ ...all, email: 'nobody@example.com' })).identityId).toBe(byPhone.identityId);
  const stranger = await service.createSite({ name: 'Other' });
  // Ids are drawn per site; a high one cannot be an id of this site.
  const foreignId = 500_000n;
  await service.database.forSite(stranger.site.id).query(sql`
    insert into customer_identity (site_id, id, first_seen_utc, last_seen_utc)
    values (${stranger.site.id}, ${foreignId}, ${NOW}::timestamptz, ${NOW}::timestamptz)`);
  expect((await bound({ ...all, identityId: foreignId })).identityId).toBe(byEmail.identityId);
  expect(await bind({ identityId: 999_999n, externalUserId: '5' })).toEqual({ outcome: 'no_identity' });
  expect(await bind({ identityId: foreignId, externalUserId: '5' })).toEqual({ outcome: 'no_identity' });
  expect(await bind({ phone: ' - ', externalUserId: '5' })).toEqual({ outcome: 'no_identity' });
});

test('binding again answers refreshed and changes only a given display handle', async () => {
  await bound({ email: 'a@example.com', displayHandle: '@ada' });
  service.clock.advance(60_000);
  expect(await bound({ email: 'a@example.com' })).toMatchObject({
    outcome: 'refreshed',
    isMinted: false,
    displayHandle: '@ada',
  });
  expect(await bound({ email: 'a@example.com', displayHandle: '@lady' })).toMatchObject({
    outcome: 'refreshed',
    displayHandle: '@lady',
  });
  expect(await channelsOf('a@example.com')).toEqual([
    { channel: 'whatsapp', external_user_id: '+493023125001', display_handle: '@lady', bound_utc: NOW },
  ]);
});

test('a taken handle moves and is not duplicated', async () => {
  const first = await bound({ email: 'a@example.com', displayHandle: '@ada' });
  service.clock.advance(60_000);
  const second = await bound({ email: 'b@example.com' });
  expect(second).toMatchObject({ outcome: 'moved', isMinted: true, displayHandle: '@ada' });
  expect(second.identityId).not.toBe(first.identityId);
  expect(await channelsOf('a@example.com')).toEqual([]);
  expect(await channelsOf('b@example.com')).toMatchObject([{ bound_utc: '2026-11-20T14:31:00.000Z' }]);
});

test('the same user id on another channel is another handle', async () => {
  await bound({ email: 'a@example.com', channel: 'sms' });
  expect(await bound({ email: 'a@example.com', channel: 'whatsapp' })).toMatchObject({ outcome: 'bound' });
  expect(await channelsOf('a@example.com')).toHaveLength(2);
});

test.each([{ email: 'new@example.com' }, { phone: '+49 30 23125 009' }])(
  'concurrent calls for %j create one customer',
  async (contact) => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => bound({ ...contact, externalUserId: `${index % 6}` })),
    );
    expect(new Set(results.map(({ identityId }) => identityId)).size).toBe(1);
    expect(results.filter(({ isMinted }) => isMinted)).toHaveLength(1);
    const [count] = await db.query<{ n: number }>(sql`select count(*)::integer as n from channel_binding`);
    expect(count?.n).toBe(6);
  },
);

test('each binding is audited with the former owner, also when refreshed or moved', async () => {
  const { identityId: first } = await bound({ email: 'a@example.com' });
  await bound({ email: 'a@example.com' });
  const { identityId: second } = await bound({ email: 'b@example.com' });
  const rows = await db.query(
    sql`select action, object_type, object_id, changes from audit_log where action = 'channel.bind' order by id`,
  );
  const line = (from: bigint | null, to: bigint) => ({
    action: 'channel.bind',
    object_type: 'customer_identity',
    object_id: to.toString(),
    changes: [
      { field: 'channel', from: null, to: 'whatsapp' },
      { field: 'identity_id', from: from === null ? null : from.toString(), to: to.toString() },
    ],
  });
  expect(rows).toEqual([line(null, first), line(first, first), line(first, second)]);
});

test('a site without channels binds nothing', async () => {
  site = { ...site, undeployed: ['channels'] };
  expect(await bind({ email: 'a@example.com' })).toEqual({ outcome: 'not_deployed' });
});
