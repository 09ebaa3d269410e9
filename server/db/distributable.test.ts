import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { testDatabase } from '#server/testing/database.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startTestService } from '#server/testing/service.ts';
import { emptyTables } from '#server/testing/tables.ts';
import { sql, type Database, type Db } from './db.ts';

// Rules of a distributed PostgreSQL, so that it can keep all rows of a site together (docs/scale.md).

/** Small tables that every node of the database has in full. All others belong to sites. */
const GLOBAL_TABLES: readonly string[] = ['schema_migration', 'site', 'site_due'];
/** Ids that are unique over all sites. */
const GLOBAL_SEQUENCES: readonly string[] = ['api_token_id_seq', 'site_id_seq'];

/** Compares the site with a parameter, or inserts rows with it. */
const NAMES_SITE = /\bsite_id = \$\d|\binsert into \w+( as \w+)?\s*\(site_id\b|\bfrom site s where s\.id = \$\d/;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

/** The names in the first column of a catalogue query. */
async function namesOf(statement: ReturnType<typeof sql>): Promise<string[]> {
  return (await database.owner.query<{ name: string }>(statement)).map(({ name }) => name);
}

const findSiteTables = async () =>
  (await namesOf(sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`)).filter(
    (name) => !GLOBAL_TABLES.includes(name),
  );

test('the primary key, each index and each foreign key of a site’s table begins with site_id', async () => {
  const tables = await findSiteTables();
  expect(tables.length).toBeGreaterThan(40);
  const withoutKey = await namesOf(sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
  expect(withoutKey).toEqual([]);
  const indexes = await namesOf(sql`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
      and a.attname is distinct from 'site_id'`);
  expect(indexes).toEqual([]);
  const foreignKeys = await namesOf(sql`
    select f.conrelid::regclass || ' ' || f.conname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
    where f.contype = 'f' and c.relname = any(${tables}::text[]) and (a.attname <> 'site_id'
      or r.attname <> case when f.confrelid = 'site'::regclass then 'id' else 'site_id' end)`);
  expect(foreignKeys).toEqual([]);
});

test('there are no triggers, no other sequences than those of ids of all sites, and no policy with a subquery', async () => {
  const triggers = await namesOf(sql`select tgname::text as name from pg_trigger where not tgisinternal order by 1`);
  expect(triggers).toEqual([]);
  const sequences = await namesOf(sql`
    select sequencename::text as name from pg_sequences where schemaname = 'public' order by 1`);
  expect(sequences).toEqual(GLOBAL_SEQUENCES);
  const policies = await namesOf(sql`
    select tablename || ' ' || policyname as name from pg_policies
    where schemaname = 'public' and concat(qual, with_check) ilike '%select%'`);
  expect(policies).toEqual([]);
});

/** The statements that a service sends while it is recorded. */
class Recorder {
  readonly statements = new Set<string>();
  isOn = false;

  watch(database: Database): Database {
    return {
      ...database,
      owner: this.#watch(database.owner),
      unbound: this.#watch(database.unbound),
      forSite: (siteId) => this.#watch(database.forSite(siteId)),
    };
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isOn = true;
    return work().finally(() => {
      this.isOn = false;
    });
  }

  #watch(db: Db): Db {
    return {
      query: (statement) => {
        if (this.isOn) this.statements.add(statement.text);
        return db.query(statement);
      },
      transaction: (work, reserve) => db.transaction((inner) => work(this.#watch(inner)), reserve),
      takeIds: (siteId, count) => db.takeIds(siteId, count),
      takeTicketNumbers: (siteId, count) => db.takeTicketNumbers(siteId, count),
    };
  }
}

test(
  'every statement of the calls and of the background work compares or inserts one site',
  { timeout: 120_000 },
  async () => {
    const tables = await findSiteTables();
    await emptyTables(database);
    const recorder = new Recorder();
    const service = await startTestService({ database: recorder.watch(database), config: await exampleConfig() });
    try {
      const own = await makeFixture(service, 'Own site');
      for (const [name, row] of Object.entries<Operation>(OPERATIONS)) {
        const example = await ROW_EXAMPLES[name as OperationName].success(own);
        const call = { token: own.token, ...example };
        expectSuccess(await recorder.during(() => service.call(row.method, row.resource, call)));
      }
      const body = { requester_email: own.email };
      const link = (await service.call('POST', 'portal_token', { token: own.token, body })).json.data.token;
      await recorder.during(() => sendPortal(service, 'session', { token: link }));
      const { housekeeping } = service.app;
      await recorder.during(async () => {
        await housekeeping?.flushTokens();
        await housekeeping?.foldCounters();
        await housekeeping?.runEveryMinute();
        await housekeeping?.runEveryHour();
        await housekeeping?.takeSnapshots();
        await housekeeping?.searchDuplicates();
      });
      const isOfSite = new RegExp(`\\b(from|join|into|update|using)\\s+(${tables.join('|')})\\b`);
      const statements = [...recorder.statements];
      expect(statements.filter((text) => isOfSite.test(text)).length).toBeGreaterThan(200);
      expect(statements.filter((text) => isOfSite.test(text) && !NAMES_SITE.test(text))).toEqual([]);
      // Rows are changed by their keys; lists of tickets are read by place.
      expect(statements.filter((text) => /\bctid\b/.test(text) && /\b(insert|update|delete)\b/.test(text))).toEqual([]);
    } finally {
      await service.close();
    }
  },
);
