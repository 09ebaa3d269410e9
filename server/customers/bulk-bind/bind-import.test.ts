import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { validateBindRow, readBindHeader } from '#contract/bind-row.ts';
import { CsvReader } from '#contract/csv-reader.ts';
import { sql, type Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { ClientGone } from '#server/operation/api-error.ts';
import { csvUpload } from '#server/testing/csv-upload.ts';
import { createMigratedDatabase } from '#server/testing/database.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { importBindings } from './bind-bulk.ts';
import { bindChannel } from '#server/customers/bind-channel.ts';

const HEADER = 'channel,external_user_id,email,display_handle,phone\n';
let service: TestService;
let one: TestSite;
let two: TestSite;

beforeEach(async () => {
  service = await startTestService();
  one = await service.createSite({ name: 'One' });
  two = await service.createSite({ name: 'Two' });
});

afterEach(() => service.close());

const context = () => ({ actor: TEST_ACTOR, now: service.clock.now() });

async function load(
  { site }: TestSite,
  rows: readonly string[],
  { isDry = false, chunk = 5_000, maxTransactions = 2, database = service.database } = {},
) {
  const db = database.forSite(site.id);
  const upload = csvUpload(HEADER + rows.join('\n'), { piece: 37, maxTransactions });
  return (await importBindings(db, site, upload, { isDry, chunk, context: context(), history: null })).toReply(isDry);
}

/** All bindings of a site with their owners, without ids, which differ between sites and chunk sizes. */
async function contents({ site }: TestSite) {
  const db = service.database.forSite(site.id);
  return {
    customers: await db.query(sql`
      select c.email, c.email_key, c.phone, c.phone_key, c.first_seen_utc from customer_identity c
      where c.site_id = ${site.id} order by c.email_key, c.phone_key, c.id`),
    handles: await db.query(sql`
      select b.channel, b.external_user_id, b.display_handle, b.bound_utc, c.email, c.phone from channel_binding b
      join customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
      where b.site_id = ${site.id} order by b.channel, b.external_user_id`),
  };
}

/** Binds the same rows one by one with the function behind POST bind_channel. */
async function bindOneByOne(db: Db, { site }: TestSite, rows: readonly string[]) {
  const counts = { bound: 0, refreshed: 0, minted_identity: 0 };
  const reader = new CsvReader();
  const [first, ...records] = [...reader.push(HEADER + rows.join('\n')), ...reader.end()];
  const header = first === undefined ? 'none' : readBindHeader(first);
  if (typeof header === 'string') return expect.fail(header);
  for (const record of records) {
    const row = validateBindRow(header, record);
    if ('outcome' in row) continue;
    const result = await db.transaction((db) => bindChannel(db, site, row, context()));
    if (!('identityId' in result)) return expect.fail(result.outcome);
    counts[result.outcome === 'bound' ? 'bound' : 'refreshed'] += 1;
    if (result.isMinted) counts.minted_identity += 1;
  }
  return counts;
}

/** Few distinct values, so that rows collide in every way. */
const line = fc
  .record({
    channel: fc.constantFrom('sms', 'email', 'sms', 'fax'),
    id: fc.constantFrom('1', '2', '3', '4', ''),
    email: fc.constantFrom('', '', 'a@x.org', 'A@X.org', 'b@x.org', 'c@x.org', 'wrong'),
    handle: fc.constantFrom('', '', '@h', '@i'),
    phone: fc.constantFrom('', '', '+49 1', '0049-1', '+49 2', '+49 3', '-'),
  })
  .map(({ channel, id, email, handle, phone }) => [channel, id, email, handle, phone].join(','));
const file = fc.array(line, { minLength: 1, maxLength: 14 });
const chunk = fc.integer({ min: 1, max: 5 });
const maxTransactions = fc.integer({ min: 1, max: 3 });

test('a file has the result of its rows bound one by one, for any chunk size and concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, chunk, maxTransactions, async (before, rows, length, maxTransactions) => {
      one = await service.createSite();
      two = await service.createSite();
      await load(one, before);
      await load(two, before);
      service.clock.advance(1_000);
      const counts = await load(one, rows, { chunk: length, maxTransactions });
      expect(await bindOneByOne(service.database.forSite(two.site.id), two, rows)).toEqual({
        bound: counts.bound,
        refreshed: counts.refreshed,
        minted_identity: counts.minted_identity,
      });
      expect(await contents(one)).toEqual(await contents(two));
    }),
    { numRuns: 60 },
  );
});

test('a dry run predicts exactly what the real one does, and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, chunk, chunk, async (before, rows, length, other) => {
      one = await service.createSite();
      await load(one, before);
      const untouched = await contents(one);
      const dry = await load(one, rows, { isDry: true, chunk: length });
      expect(await contents(one)).toEqual(untouched);
      const real = await load(one, rows, { chunk: other });
      expect(dry).toEqual({ ...real, dry_run: true });
      const { bound, refreshed, bad_channel, no_identity, failed } = real;
      expect(bound + refreshed + bad_channel + no_identity + failed).toBe(real.total_rows);
      expect(real.total_rows).toBe(rows.length);
      const again = await load(one, rows);
      expect(again).toEqual({ ...real, bound: 0, refreshed: bound + refreshed, minted_identity: 0 });
    }),
    { numRuns: 60 },
  );
});

test('only the rows that the database rejects fail, whatever the other rows', async () => {
  const { owner } = service.database;
  await owner.query(sql`
    create function refuse_some() returns trigger language plpgsql as $$
    begin
      if new.external_user_id in ('13', '77', '78') then raise exception 'not this one'; end if;
      return new;
    end $$`);
  await owner.query(
    sql`create trigger refuse_some before insert on channel_binding for each row execute function refuse_some()`,
  );
  try {
    const rows = Array.from({ length: 100 }, (_, n) => `sms,${n + 1},p${n + 1}@x.org,,`);
    const reply = await load(one, rows, { chunk: 60 });
    expect(reply).toMatchObject({ total_rows: 100, bound: 97, minted_identity: 97, failed: 3 });
    expect(reply.error_sample).toEqual(
      [14, 78, 79].map((n) => `line ${n}: internal_error: Something went wrong on our side; this row was not bound`),
    );
    expect((await contents(one)).handles).toHaveLength(97);
    expect((await contents(one)).customers).toHaveLength(97);
  } finally {
    await owner.query(sql`drop trigger refuse_some on channel_binding`);
    await owner.query(sql`drop function refuse_some`);
  }
});

test('an import ends between two chunks when the client disconnects, and the audit log says so', async () => {
  const db = service.database.forSite(one.site.id);
  let looks = 0;
  const upload = csvUpload(HEADER + Array.from({ length: 10 }, (_, n) => `sms,${n},p${n}@x.org,,`).join('\n'), {
    isWanted: () => (looks += 1) <= 2,
  });
  await expect(
    importBindings(db, one.site, upload, { isDry: false, chunk: 3, context: context(), history: null }),
  ).rejects.toThrow(ClientGone);
  expect((await contents(one)).handles).toHaveLength(6);
  const rows = await service.database.owner.query<{ outcome: string; changes: unknown[] }>(
    sql`select outcome, changes from audit_log where action = 'channel.bulk_bind'`,
  );
  expect(rows).toMatchObject([{ outcome: 'failed' }]);
  expect(rows[0]?.changes).toContainEqual({ field: 'bound', from: null, to: 6 });
});

test('concurrent imports and single calls for the same people and handles create each of them once', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `sms,${n % 40},,,+49 ${n % 20}`);
  const singles = Array.from({ length: 60 }, (_, n) =>
    service.call('POST', 'bind_channel', {
      token: one.token,
      body: { channel: 'sms', external_user_id: String(n % 40), phone: `0049 ${n % 20}` },
    }),
  );
  const tickets = Array.from({ length: 20 }, (_, n) =>
    service.call('POST', 'tickets', {
      token: one.token,
      body: { subject: 'Bell', requester_email: `p${n}@x.org` },
    }),
  );
  const emails = Array.from({ length: 40 }, (_, n) => `email,p${n}@x.org,p${n}@x.org,,`);
  const [, , ...answers] = await Promise.all([
    load(one, rows, { chunk: 7 }),
    load(one, emails, { chunk: 9 }),
    ...singles,
    ...tickets,
  ]);
  for (const answer of answers) expect(answer.status, answer.text).toBe(200);
  const { customers, handles } = await contents(one);
  expect(handles).toHaveLength(80);
  expect(customers).toHaveLength(60);
});

test('an import that makes the tables much larger updates their planner statistics', async () => {
  // Other tests may already have filled the tables.
  const database = await openDatabase({ dataDir: '', databaseUrl: await createMigratedDatabase() });
  const empty = await startTestService({ database });
  const rows = Array.from({ length: 600 }, (_, n) => `sms,${n},${n}@x.org,,`);
  await load(await empty.createSite(), rows, { database });
  const statistics = await database.owner.query(sql`
    select c.relname::text as name, c.reltuples::integer as rows from pg_class c
    where c.relname in ('customer_identity', 'channel_binding') and c.relkind = 'r' order by 1`);
  await empty.close();
  await database.close();
  expect(statistics).toEqual([
    { name: 'channel_binding', rows: 600 },
    { name: 'customer_identity', rows: 600 },
  ]);
});

test('statistics that do not know the site are updated before its rows are looked up, and only then', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: await createMigratedDatabase() });
  const fresh = await startTestService({ database });
  const { owner } = database;
  const at = '2026-11-20T14:30:00.000Z';
  const fill = (siteId: bigint, from: bigint, count: number) =>
    owner.query(sql`
      insert into customer_identity (site_id, id, email, email_key, first_seen_utc, last_seen_utc)
      select ${siteId}, n, n || '@x.org', n || '@x.org', ${at}, ${at}
      from generate_series(${from}::bigint, ${from + BigInt(count - 1)}::bigint) n`);
  const findKnown = async () =>
    (
      await owner.query(sql`
        select array_to_string(array(select unnest(s.most_common_vals::text::bigint[]) order by 1), ' ') as sites,
          c.reltuples::integer as rows
        from pg_stats s join pg_class c on c.relname = s.tablename
        where s.tablename = 'customer_identity' and s.attname = 'site_id'`)
    )[0];
  const [known, unknown] = [await fresh.createSite(), await fresh.createSite()];
  const first = 9_001_000_000_000_000n;
  await fill(known.site.id, first, 15_000);
  await owner.query(sql`analyze customer_identity`);
  await fill(unknown.site.id, first, 1_000);

  await load(known, ['sms,1,9001000000000001@x.org,,'], { database, isDry: true });
  expect(await findKnown()).toEqual({ sites: `${known.site.id}`, rows: 15_000 });
  await load(unknown, ['sms,1,9001000000000001@x.org,,'], { database, isDry: true });
  expect(await findKnown()).toEqual({ sites: `${known.site.id} ${unknown.site.id}`, rows: 16_000 });
  await fresh.close();
  await database.close();
});
