import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { openCutOff, type CutOff } from '#server/testing/cut-off.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { sql, type Db } from './db.ts';
import { type Engine, SILENT_LOG } from './engine.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openPostgres, TURN_MS, TURNS } from './postgres.ts';

const NOW = new Date('2026-11-20T14:32:00Z');
const opened: Engine[] = [];
const proxies: CutOff[] = [];

afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.database.close();
  for (const way of proxies.splice(0)) await way.close();
});

function open(url: string): Engine {
  const engine = openPostgres(url, SILENT_LOG);
  opened.push(engine);
  return engine;
}

test('four nodes that start together on an empty database apply each migration once', async () => {
  const url = await createTestDatabase();
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(open(url), NOW)));
  expect(applied.flat()).toContain('0001_schema');
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  const rows = await open(url).database.owner.query<{ name: string }>(
    sql`select name, applied_utc from schema_migration order by name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(applied.flat());
  expect(rows[0]).toEqual({ name: '0001_schema', applied_utc: '2026-11-20T14:32:00.000Z' });
});

test('an unreachable server is reported as unavailable, by statements and at the start', async () => {
  const nowhere = 'postgres://postgres@127.0.0.1:1/none';
  await expect(open(nowhere).database.unbound.query(sql`select 1`)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
  });
  await expect(openDatabase({ dataDir: '', databaseUrl: nowhere })).rejects.toMatchObject({
    name: 'StartFailure',
    exitCode: 1,
    message: expect.stringMatching(/^The database cannot be reached: [^\n]+$/),
  });
  const absent = new URL(inject('postgresUrl'));
  absent.pathname = `/support_console_test_absent_${randomBytes(4).toString('hex')}`;
  await expect(openDatabase({ dataDir: '', databaseUrl: absent.href })).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(/^The database refused: [^\n]+$/),
  });
});

/** Terminates all connections of the database, as a restart of the server does. */
async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(url).pathname.slice(1),
  ]);
  await client.end();
}

test('a lost connection fails its own statement as unavailable, but no later one', async () => {
  const url = await createTestDatabase();
  const { database } = open(url);
  await database.owner.query(sql`select 1`);
  const waiting = expect(database.owner.query(sql`select pg_sleep(20)`)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
  });
  const inTransaction = expect(
    database.owner.transaction(async (db) => {
      await db.query(sql`select 1`);
      await db.query(sql`select pg_sleep(20)`);
    }),
  ).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await untilRunning(url, 2);
  await cutConnections(url);
  await Promise.all([waiting, inTransaction]);
  expect(await database.owner.query(sql`select 2 as two`)).toEqual([{ two: 2 }]);
});

async function untilRunning(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const text = `select from pg_stat_activity where datname = $1 and state = 'active' and query like '%pg_sleep%'`;
  const deadline = performance.now() + 15_000;
  const isRunning = async () => (await client.query(text, [new URL(url).pathname.slice(1)])).rowCount === count;
  while (!(await isRunning())) if (performance.now() > deadline) throw new Error('the statements were not begun');
  await client.end();
}

test('a listener recovers after a lost connection, and learns that notifications may be missing', async () => {
  const url = await createTestDatabase();
  const { database } = open(url);
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const until = async (payload: string) => {
    while (!heard.includes(payload)) await new Promise<void>((resolve) => (wake = resolve));
  };
  await database.listen('news', (payload) => {
    heard.push(payload);
    wake();
  });
  await database.owner.query(sql`select pg_notify('news', 'before')`);
  await until('before');
  await cutConnections(url);
  await until('');
  await database.owner.query(sql`select pg_notify('news', 'after')`);
  await until('after');
  expect(heard).toEqual(['before', '', 'after']);
});

test('a listener that starts while the server is down works once it is up, after one empty payload', async () => {
  const url = await createTestDatabase();
  const way = await openCutOff(url);
  proxies.push(way);
  const { database } = open(way.url);
  way.cut();
  const missed = Promise.withResolvers<string>();
  const heard = Promise.withResolvers<string>();
  await database.listen('news', (payload) => (payload === '' ? missed : heard).resolve(payload));
  way.restore();
  await missed.promise;
  await database.owner.query(sql`select pg_notify('news', 'after')`);
  expect(await heard.promise).toBe('after');
});

test('a connection on which listening fails is closed', async () => {
  const url = await createTestDatabase();
  const { database } = open(url);
  // PostgreSQL refuses a channel without a name.
  await database.listen('', () => undefined);
  await expect
    .poll(() =>
      database.owner.query(sql`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'support-console listen'`),
    )
    .toEqual([]);
});

test('calls of the service have time limits, single statements a shorter one, and work of the owner has none', async () => {
  const url = await createTestDatabase();
  const engine = open(url);
  await migrate(engine, NOW);
  const limits = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
  for (let round = 0; round < 2; round += 1) {
    const { owner, forSite } = engine.database;
    const inTransaction = (db: Db) => db.transaction((db) => db.query(limits));
    expect(await forSite(1n).query(limits)).toEqual([{ statement: '10s', idle: '1min' }]);
    expect(await inTransaction(forSite(1n))).toEqual([{ statement: '30s', idle: '1min' }]);
    expect(await forSite(1n).query(limits)).toEqual([{ statement: '10s', idle: '1min' }]);
    expect(await owner.query(limits)).toEqual([{ statement: '0', idle: '0' }]);
    expect(await inTransaction(owner)).toEqual([{ statement: '0', idle: '0' }]);
  }
});

test('a statement over its time limit fails as unavailable, and the next one works', async () => {
  const engine = open(await createTestDatabase());
  await migrate(engine, NOW);
  const { database } = engine;
  const slow = database.forSite(1n).transaction(async (db) => {
    await db.query(sql`set local statement_timeout to 20`);
    await db.query(sql`select pg_sleep(20)`);
  });
  await expect(slow).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect(await database.forSite(1n).query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a site that uses all its connections does not block other sites', async () => {
  const url = await createTestDatabase();
  const engine = open(url);
  await migrate(engine, NOW);
  const { forSite, unbound, owner } = engine.database;
  const end = Promise.withResolvers<void>();
  let inside = 0;
  const busy = Array.from({ length: 60 }, () =>
    forSite(1n).transaction(async () => {
      inside += 1;
      await end.promise;
    }),
  );
  await expect.poll(() => inside).toBe(10);
  const quick = [forSite(2n), unbound, owner].map((db) => db.query(sql`select 1 as one`));
  expect(await Promise.all(quick)).toEqual(Array.from({ length: 3 }, () => [{ one: 1 }]));
  // All connections of the first site are still in use.
  expect(inside).toBe(10);
  end.resolve();
  await Promise.all(busy);
  expect(inside).toBe(60);
});

test('few single statements run at once, and slow ones let the next begin', async () => {
  const url = await createTestDatabase();
  const engine = open(url);
  await migrate(engine, NOW);
  const { forSite, owner } = engine.database;
  const running = async () => {
    const [row] = await owner.transaction((db) =>
      db.query<{ n: number }>(sql`select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and query like '%pg_advisory_xact_lock_shared%' and pid <> pg_backend_pid()`),
    );
    return row?.n;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const end = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holding = owner.transaction(async (db) => {
      await db.query(sql`select pg_advisory_xact_lock(1)`);
      isLocked.resolve();
      await end.promise;
    });
    await isLocked.promise;
    const waiting = Array.from({ length: TURNS.capacity + 3 }, (_, n) =>
      forSite(BigInt(n + 1)).query(sql`select pg_advisory_xact_lock_shared(1)`),
    );
    await expect.poll(running).toBe(TURNS.capacity);
    vi.advanceTimersByTime(TURN_MS);
    await expect.poll(running).toBe(TURNS.capacity + 3);
    end.resolve();
    await Promise.all([holding, ...waiting]);
  } finally {
    vi.useRealTimers();
  }
});

test('tokens and allowances are read while sites use all connections of calls', async () => {
  const engine = open(await createTestDatabase());
  await migrate(engine, NOW);
  const { forSite, gate } = engine.database;
  const end = Promise.withResolvers<void>();
  const hold = (handle: Db) => {
    const begun = Promise.withResolvers<void>();
    const ended = handle.transaction(async () => {
      begun.resolve();
      await end.promise;
    });
    return { begun: Promise.race([begun.promise, ended]), ended };
  };
  // The share of each site; and all that a lone site gets of the gate.
  const busy = [
    ...Array.from({ length: 18 }, (_, n) => hold(forSite(BigInt(1 + (n % 9))))),
    ...Array.from({ length: 4 }, () => hold(gate.forSite(1n))),
  ];
  try {
    await Promise.all(busy.map(({ begun }) => begun));
    const quick = [gate.unbound, gate.forSite(7n)].map((db) => db.query(sql`select 1 as one`));
    expect(await Promise.all(quick)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  } finally {
    end.resolve();
  }
  await Promise.all(busy.map(({ ended }) => ended));
});

test('a user without rights gets one line; with the role granted no superuser is needed', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const user = `support_console_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(await createTestDatabase());
  const name = url.pathname.slice(1);
  await admin.query(`create role ${user} login`);
  try {
    // Other tests on this server may have created the role already.
    await admin.query('create role support_console_app nologin nobypassrls').catch(() => undefined);
    await admin.query(`alter database ${name} owner to ${user}`);
    url.username = user;
    await expect(openDatabase({ dataDir: '', databaseUrl: url.href })).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(
        /^The database user may not act as the role support_console_app [^\n]*GRANT support_console_app[^\n]*$/,
      ),
    });
    await admin.query(`grant support_console_app to ${user}`);
    const database = await openDatabase({ dataDir: '', databaseUrl: url.href });
    try {
      const [site] = await database.owner.query<{ id: bigint }>(
        sql`insert into site (name, created_utc) values ('one', ${NOW}), ('two', ${NOW}) returning id`,
      );
      expect(await database.owner.query(sql`select name from site order by id`)).toHaveLength(2);
      expect(await database.forSite(site?.id ?? 0n).query(sql`select name from site`)).toEqual([{ name: 'one' }]);
      expect(await database.unbound.query(sql`select name from site`)).toEqual([]);
    } finally {
      await database.close();
    }
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${user}`);
    await admin.end();
  }
});
