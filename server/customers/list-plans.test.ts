import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { findHandleOwners, findIdentities, type IdentityOrder, type IdentitySelection } from './list-customers.sql.ts';

// Two sites with many customers each, so that the planner needs an index for a page of one.
const COUNT = 12_000;
let service: TestService;
let siteId: bigint;
let db: Db;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  for (const name of ['Other', 'Home']) {
    const { site } = await service.createSite({ name });
    siteId = site.id;
    const at = '2026-11-20T00:00:00Z';
    await service.database.owner.query(sql`
      insert into customer_identity (site_id, id, email, email_key, display_name, ticket_count, first_seen_utc,
        last_seen_utc, blocked_utc)
      select ${site.id}, n, md5(n::text) || '@example.org', md5(n::text) || '@example.org', 'Name ' || md5(n::text), n % 50,
        ${at}::timestamptz, ${at}::timestamptz - make_interval(mins => n), case when n % 3000 = 0 then ${at}::timestamptz end
      from generate_series(1, ${COUNT}::integer) n`);
    await service.database.owner.query(sql`
      insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
      select ${site.id}, 100000 + n, case when n % 1000 = 0 then 'sms' else 'whatsapp' end, md5('h' || n), n, ${at}::timestamptz
      from generate_series(1, ${COUNT}::integer) n`);
  }
  // Like autovacuum: fresh statistics, and no pending list in the GIN search index.
  await vacuum('customer_identity', 'channel_binding');
  db = service.database.forSite(siteId);
});

afterAll(() => service.close());

/** The plans of the statements that `work` sends, as the application role with row-level security. */
async function planOf(work: (db: Db) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await work({
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    transaction: () => expect.fail('a list needs no transaction'),
  });
  return plans.join('\n');
}

const text = (pattern: string) => ({ pattern, other: null, whole: null });
const word = (pattern: string, owners: readonly bigint[] = []) => [[{ text: text(pattern), owners }]];

const spellings = (pattern: string, other: string) => [[{ text: { ...text(pattern), other }, owners: [] }]];

const LISTS: readonly (readonly [
  name: string,
  asked: Partial<IdentitySelection>,
  order: IdentityOrder,
  index: string,
])[] = [
  ['the order by tickets', {}, 'tickets', 'customer_identity_tickets'],
  ['the order by time', {}, 'recent', 'customer_identity_recent'],
  ['the order by name', {}, 'name', 'customer_identity_name'],
  ['a rare word', { alternatives: word('%c4ca4238a0%') }, 'tickets', 'customer_identity_search'],
  [
    'a word in two spellings',
    { alternatives: spellings('%schoenfeld%', '% schonfeld %') },
    'tickets',
    'customer_identity_search',
  ],
  ['a rare word and owners', { alternatives: word('%c4ca4238a0%', [5n, 6n]) }, 'name', 'customer_identity_search'],
  ['a rare channel', { channel: 'sms' }, 'tickets', 'channel_binding_site_id_channel_external_user_id_key'],
  ['the blocked', { isBlocked: true }, 'recent', 'customer_identity_blocked'],
  ['one of an id', { identityId: 5n }, 'tickets', 'customer_identity_pkey'],
];

test.each(LISTS)('%s is found by an index', async (_name, asked, order, index) => {
  const everybody = {
    alternatives: [],
    channel: null,
    withoutChannel: null,
    known: null,
    isBlocked: false,
    identityId: null,
  };
  const selection = { siteId, ...everybody, hasChannels: true, ...asked };
  const plan = await planOf((db) => findIdentities(db, selection, { order, limit: 50, skip: 0, extensions: true }));
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on customer_identity');
});

test('the owners of a rare handle are found by an index', async () => {
  const plan = await planOf((db) => findHandleOwners(db, siteId, text('%c4ca4238a0%')));
  expect(plan).toContain('channel_binding_search');
});
