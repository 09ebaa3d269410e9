import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '#server/testing/database.ts';
import { HAS_POOLER, startPooler, type Pooler } from '#server/testing/pooler.ts';
import { startTestService } from '#server/testing/service.ts';
import { sql, type Database } from './db.ts';
import { openDatabase } from './open-database.ts';

// DATABASE_URL is a PgBouncer in transaction mode, where consecutive transactions of a session belong to any client.

const SESSIONS = 2;
const ROUNDS = 170;
let direct: string;
let pooler: Pooler;
let opened: Database[] = [];

beforeEach(async () => {
  if (!HAS_POOLER) return;
  direct = await createMigratedDatabase();
  pooler = await startPooler(direct, SESSIONS);
});

afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
  if (HAS_POOLER) await pooler.close();
});

async function open(urls: { databaseUrl: string; databaseDirectUrl?: string; databaseOwnerUrl?: string }) {
  const database = await openDatabase({ dataDir: '', ...urls });
  opened.push(database);
  return database;
}

test.runIf(HAS_POOLER)(
  'three sites share two sessions and never see rows of each other',
  async () => {
    const database = await open({ databaseUrl: pooler.url, databaseDirectUrl: direct });
    const service = await startTestService({ database });
    const sites = await Promise.all(['one', 'two', 'three'].map((name) => service.createSite({ name })));
    const foreign: unknown[] = [];
    const failures: unknown[] = [];
    const check = (answer: { readonly status: number; readonly json: unknown }, wanted: number) => {
      if (answer.status !== wanted) failures.push(answer.json);
    };
    const calls: (() => Promise<void>)[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { site, token } of sites) {
        const db = database.forSite(site.id);
        calls.push(
          async () =>
            check(await service.call('POST', 'tickets', { token, body: { subject: site.name, channel: 'web' } }), 200),
          // These statements omit their site, so only row-level security protects them.
          async () => {
            const rows = await db.query<{ site_id: bigint; role: string; zone: string }>(
              sql`select site_id, current_user::text as role, current_setting('timezone') as zone from ticket`,
            );
            foreign.push(...rows.filter((row) => row.site_id !== site.id));
            failures.push(...rows.filter((row) => row.role !== 'support_console_app' || row.zone !== 'UTC'));
          },
        );
      }
    }
    expect(calls.length).toBeGreaterThanOrEqual(1_000);
    const workers = Array.from({ length: 24 }, async () => {
      for (let call = calls.pop(); call !== undefined; call = calls.pop())
        await call().catch((error: unknown) => failures.push(error));
    });
    await Promise.all(workers);
    expect(failures).toEqual([]);
    for (const { site, token } of sites) {
      const answer = await service.call('GET', 'tickets', { token });
      check(answer, 200);
      expect(answer.json.total_count).toBe(ROUNDS);
      foreign.push(...answer.json.items.filter(({ subject }: { subject: string }) => subject !== site.name));
    }
    expect(foreign).toEqual([]);
    expect(failures).toEqual([]);
    await service.close();

    // No setting is left on the sessions.
    const client = new pg.Client({ connectionString: pooler.url });
    await client.connect();
    const { rows } = await client.query(`select current_user = session_user as is_itself,
    coalesce(current_setting('app.site_id', true), '') as site, current_setting('statement_timeout') as time_limit,
    (select count(*)::integer from pg_prepared_statements) as names`);
    await client.end();
    expect(rows).toEqual([{ is_itself: true, site: '', time_limit: '0', names: 0 }]);
  },
  120_000,
);

test.runIf(HAS_POOLER)('a pooler is refused where the address must be that of the server', async () => {
  const refused = (line: RegExp) => ({ name: 'StartFailure', exitCode: 1, message: expect.stringMatching(line) });
  await expect(open({ databaseUrl: pooler.url })).rejects.toMatchObject(
    refused(/^DATABASE_URL is the address of a connection pooler: set DATABASE_DIRECT_URL[^\n]*$/),
  );
  await expect(open({ databaseUrl: pooler.url, databaseDirectUrl: pooler.url })).rejects.toMatchObject(
    refused(/^DATABASE_DIRECT_URL is the address of a connection pooler[^\n]*$/),
  );
  const databaseOwnerUrl = pooler.url;
  await expect(open({ databaseUrl: pooler.url, databaseDirectUrl: direct, databaseOwnerUrl })).rejects.toMatchObject(
    refused(/^DATABASE_OWNER_URL is the address of a connection pooler[^\n]*$/),
  );
});

test.runIf(HAS_POOLER)('notifications use a session of the server itself', async () => {
  const { owner, listen } = await open({ databaseUrl: pooler.url, databaseDirectUrl: direct });
  const heard = Promise.withResolvers<string>();
  await listen('news', heard.resolve);
  await owner.query(sql`select pg_notify('news', 'told')`);
  expect(await heard.promise).toBe('told');
});
