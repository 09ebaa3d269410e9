import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSite } from '#server/site/create-site.ts';
import { createMigratedDatabase, createTestDatabase } from '#server/testing/database.ts';
import { sql, type Database, type Db } from './db.ts';
import { SILENT_LOG } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
const WRITERS = 50;
const LAST_ID = 9_007_199_254_740_991n;

const nodes: Database[] = [];
let node: Database;
let site: bigint;

beforeAll(async () => {
  const url = await createMigratedDatabase();
  await waitForDisk(url);
  node = openPostgres(url, SILENT_LOG).database;
  nodes.push(node, openPostgres(url, SILENT_LOG).database);
});
/** As a server does by default; test databases do not. */
async function waitForDisk(url: string): Promise<void> {
  const { database } = openPostgres(url, SILENT_LOG);
  await database.owner.query(sql`
    do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`);
  await database.close();
}

afterAll(async () => {
  for (const one of nodes) await one.close();
});
beforeEach(async () => {
  site = (await createSite(node.owner, { name: 'Own' }, NOW)).id;
  // Beyond the id of the audit line.
  await setNext(100n);
});

const setNext = (id: bigint) => node.owner.query(sql`update site_sequence set next_id = ${id} where site_id = ${site}`);

const insertTag = (db: Db, id: bigint) =>
  db.query(sql`
    insert into tag (site_id, id, name, name_key, created_utc) values (${site}, ${id}, ${id}, ${id}, ${NOW.toISOString()})`);

const tagIds = async () => {
  const rows = await node.owner.query<{ id: bigint }>(sql`select id from tag where site_id = ${site} order by id`);
  return rows.map(({ id }) => id);
};

test('each site has its own ids, which start at 1, and ticket numbers, which start at 1001', async () => {
  const other = (await createSite(node.owner, { name: 'Other' }, NOW)).id;
  const [own, foreign] = [node.forSite(site), node.forSite(other)];
  expect([await own.takeIds(site, 2), await own.takeIds(site, 1)]).toEqual([100n, 102n]);
  expect(await own.takeTicketNumbers(site, 3)).toBe(1001);
  expect(await own.takeTicketNumbers(site, 1)).toBe(1004);
  // 1 is the audit line of the new site.
  expect(await foreign.takeIds(other, 1)).toBe(2n);
  expect(await foreign.takeTicketNumbers(other, 1)).toBe(1001);
  await expect(own.takeIds(other, 1)).rejects.toThrow(/no ids to draw/);
});

test('creating a site makes no sequence', async () => {
  const sequences = () =>
    node.owner.query<{ name: string }>(sql`select relname::text as name from pg_class where relkind = 'S' order by 1`);
  const before = await sequences();
  await createSite(node.owner, { name: 'Another' }, NOW);
  expect(await sequences()).toEqual(before);
  expect(before.filter(({ name }) => /^site_[0-9]/.test(name))).toEqual([]);
});

test('writers on two nodes get different ids, and a later transaction gets larger ones', async () => {
  const ids: bigint[] = [];
  const write = async (db: Db) => {
    let highest = 0n;
    for (let n = 0; n < 4; n += 1) {
      const first = await db.transaction((inner) => inner.takeIds(site, 3), { ids: 3 });
      expect(first).toBeGreaterThan(highest);
      highest = first + 2n;
      ids.push(first, first + 1n, highest);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write((nodes[n % 2] ?? node).forSite(site))));
  expect(new Set(ids).size).toBe(WRITERS * 4 * 3);
});

test('a transaction hands out what it reserved in order, and no other writer waits for it', async () => {
  await node.forSite(site).transaction(
    async (db) => {
      expect(await db.takeIds(site, 2)).toBe(100n);
      await insertTag(db, 100n);
      expect(await nodes[1]?.forSite(site).takeIds(site, 1)).toBe(110n);
      await db.transaction(async (inner) => {
        expect(await inner.takeIds(site, 7)).toBe(102n);
        expect(await inner.takeTicketNumbers(site, 1)).toBe(1001);
      });
      expect(await db.takeIds(site, 1)).toBe(109n);
    },
    { ids: 10, ticketNumbers: 1 },
  );
});

test('a transaction that reserved too few draws more, and other writers wait until it ends', async () => {
  const [, other = node] = nodes;
  const waiting = sql`
    select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  let drawn = Promise.resolve(0n);
  const work = async (db: Db) => {
    expect(await db.takeIds(site, 2)).toBe(100n);
    expect(await db.takeIds(site, 5)).toBe(102n);
    drawn = other.forSite(site).takeIds(site, 1);
    await expect.poll(() => other.owner.query(waiting)).toHaveLength(1);
  };
  await node.forSite(site).transaction(work, { ids: 2 });
  expect(await drawn).toBe(107n);
});

test('a transaction that rolls back leaves a gap and nothing else', async () => {
  const db = node.forSite(site);
  const lost = db.transaction(
    async (inner) => {
      await insertTag(inner, await inner.takeIds(site, 1));
      throw new Error('killed');
    },
    { ids: 10 },
  );
  await expect(lost).rejects.toThrow('killed');
  expect(await tagIds()).toEqual([]);
  expect(await db.takeIds(site, 1)).toBe(110n);
});

test('a session that is killed leaves a gap and nothing else', async () => {
  const db = node.forSite(site);
  const lost = db.transaction(
    async (inner) => {
      await insertTag(inner, await inner.takeIds(site, 1));
      const [row] = await inner.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await nodes[1]?.owner.query(sql`select pg_terminate_backend(${row?.pid})`);
      await inner.query(sql`select 1 as one`);
    },
    { ids: 10 },
  );
  await expect(lost).rejects.toThrow(DatabaseUnavailable);
  expect(await tagIds()).toEqual([]);
  expect(await db.takeIds(site, 1)).toBe(110n);
});

test('the largest id is 2^53 - 1: a draw beyond it is refused and draws nothing', async () => {
  await setNext(LAST_ID - 1n);
  const db = node.forSite(site);
  await expect(db.takeIds(site, 3)).rejects.toThrow(/ids_end_at_2_to_the_53/);
  await expect(db.transaction((inner) => inner.takeIds(site, 3), { ids: 3 })).rejects.toThrow(/ids_end_at_2_to_the_53/);
  expect(await db.takeIds(site, 2)).toBe(LAST_ID - 1n);
});

test('a draw of its own does not wait for the disk, and one inside a transaction does', async () => {
  const { owner } = node;
  await owner.query(sql`create table seen (value text)`);
  await owner.query(sql`
    create function note_commit() returns trigger language plpgsql security definer as $$
    begin insert into seen values (current_setting('synchronous_commit')); return new; end $$`);
  await owner.query(sql`create trigger note after update on site_sequence for each row execute function note_commit()`);
  const db = node.forSite(site);
  await db.takeIds(site, 1);
  await db.transaction((inner) => inner.takeIds(site, 1), { ids: 1 });
  await db.transaction((inner) => inner.takeIds(site, 1));
  expect(await owner.query(sql`select value from seen`)).toEqual(['off', 'off', 'on'].map((value) => ({ value })));
  await owner.query(sql`drop trigger note on site_sequence`);
});

test('migrating a database with sequences continues from them', async () => {
  const engine = openPostgres(await createTestDatabase(), SILENT_LOG);
  const { owner } = engine.database;
  try {
    await migrate(engine, NOW, { isWanted: (name) => name < '0089' });
    await owner.query(sql`
      insert into site (name, created_utc) select 'Site ' || n, ${NOW.toISOString()} from generate_series(1, 3) n`);
    await owner.query(sql`select create_site_sequences(id) from site`);
    await owner.query(sql`select next_id(2), next_id(2), next_ticket_number(2), next_id(3)`);
    await migrate(engine, NOW);
    const rows = await owner.query<object>(sql`select * from site_sequence order by site_id`);
    expect(rows).toEqual([
      { site_id: 1n, next_id: 1n, next_ticket_number: 1001 },
      { site_id: 2n, next_id: 3n, next_ticket_number: 1002 },
      { site_id: 3n, next_id: 2n, next_ticket_number: 1001 },
    ]);
    expect(
      await owner.query(sql`select 1 as one from pg_sequences where sequencename like 'site!_%' escape '!'`),
    ).toHaveLength(1);
  } finally {
    await engine.database.close();
  }
});
