import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { emptyTables } from '#server/testing/tables.ts';
import { json, sql, type Database } from './db.ts';
import { afterCommit } from './engine-db.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => emptyTables(database));

test('values of every type survive a round trip', async () => {
  const [row] = await database.owner.query(sql`
    select ${9_007_199_254_740_993n}::bigint as big, ${[9_223_372_036_854_775_807n, null]}::bigint[] as bigs, ${7}::int as int,
      ${'1.50'}::numeric as money, ${true}::boolean as yes, ${null}::text as nothing, ${Buffer.from([0, 255])}::bytea as bytes,
      ${new Date('2026-11-20T14:32:00.5Z')}::timestamptz as at, ${'2026-11-20T14:32:00Z'}::timestamptz(3) as at_text,
      ${'2026-11-20'}::date as day, ${{ a: [1, 9_007_199_254_740_993n] }}::jsonb as object, ${json([])}::jsonb as list,
      ${[{ b: 1 }]}::jsonb as objects, ${['a,b', 'c"d\\', 'NULL', '', '{}']}::text[] as texts, ${[]}::text[] as none,
      ${['2026-11-20T14:32:00Z']}::timestamptz[] as instants, 1.5::float8 as float, array[[1,2],[3,4]] as nested
  `);
  expect(row).toEqual({
    big: 9_007_199_254_740_993n,
    bigs: [9_223_372_036_854_775_807n, null],
    int: 7,
    money: '1.50',
    yes: true,
    nothing: null,
    bytes: Buffer.from([0, 255]),
    at: '2026-11-20T14:32:00.500Z',
    at_text: '2026-11-20T14:32:00.000Z',
    day: '2026-11-20',
    object: { a: [1, 9_007_199_254_740_993n] },
    list: [],
    objects: [{ b: 1 }],
    texts: ['a,b', 'c"d\\', 'NULL', '', '{}'],
    none: [],
    instants: ['2026-11-20T14:32:00.000Z'],
    float: 1.5,
    nested: [
      [1, 2],
      [3, 4],
    ],
  });
});

async function makeSite(name: string): Promise<bigint> {
  const [row] = await database.owner.query<{ id: bigint }>(
    sql`insert into site (name, created_utc) values (${name}, ${'2026-01-01T00:00:00Z'}) returning id`,
  );
  if (row === undefined) throw new Error('the site was not made');
  return row.id;
}

const insertTag = (siteId: bigint, id: bigint, name: string) => sql`
  insert into tag (site_id, id, name, name_key, created_utc) values (${siteId}, ${id}, ${name}, ${name}, ${'2026-01-01T00:00:00Z'})`;

async function twoSites(): Promise<{ mine: bigint; foreign: bigint }> {
  const mine = await makeSite('mine');
  const foreign = await makeSite('foreign');
  await database.forSite(mine).query(insertTag(mine, 1n, 'own'));
  await database.forSite(foreign).query(insertTag(foreign, 1n, 'secret'));
  return { mine, foreign };
}

const ALL_TAGS = sql`select name from tag order by name`;

test('a statement without a site filter returns no row of another site', async () => {
  const { mine, foreign } = await twoSites();
  expect(await database.forSite(mine).query(ALL_TAGS)).toEqual([{ name: 'own' }]);
  expect(await database.forSite(foreign).query(ALL_TAGS)).toEqual([{ name: 'secret' }]);
  expect(await database.forSite(mine).query(sql`select id from site`)).toEqual([{ id: mine }]);
  expect(await database.forSite(mine).query(sql`update tag set color = 1 returning name`)).toEqual([{ name: 'own' }]);
  expect(await database.forSite(mine).query(sql`delete from tag returning name`)).toEqual([{ name: 'own' }]);
  expect(await database.owner.query(ALL_TAGS)).toEqual([{ name: 'secret' }]);
});

test('without a site the role of the service sees no row', async () => {
  await twoSites();
  expect(await database.unbound.query(ALL_TAGS)).toEqual([]);
  expect(await database.unbound.query(sql`select id from site`)).toEqual([]);
});

test('inserting a row for another site or moving one there is refused', async () => {
  const { mine, foreign } = await twoSites();
  const db = database.forSite(mine);
  await expect(db.query(insertTag(foreign, 2n, 'planted'))).rejects.toMatchObject({ code: '42501' });
  await expect(db.query(sql`update tag set site_id = ${foreign}, id = 9`)).rejects.toMatchObject({ code: '42501' });
  expect(await database.owner.query(ALL_TAGS)).toEqual([{ name: 'own' }, { name: 'secret' }]);
});

test('after a rollback a session uses the site of its next transaction, not the previous one', async () => {
  const { mine, foreign } = await twoSites();
  for (const [first, then] of [
    [foreign, mine],
    [mine, foreign],
  ] as const) {
    await database.forSite(first).query(ALL_TAGS);
    await database
      .forSite(then)
      .transaction(async () => Promise.reject(new Error('rolled back')))
      .catch(() => undefined);
    expect(await database.forSite(then).query(ALL_TAGS)).toEqual([{ name: then === mine ? 'own' : 'secret' }]);
  }
});

test('row-level security holds inside transactions and after a rollback', async () => {
  const { mine, foreign } = await twoSites();
  await expect(
    database.forSite(mine).transaction(async (db) => {
      expect(await db.query(ALL_TAGS)).toEqual([{ name: 'own' }]);
      await db.query(insertTag(foreign, 3n, 'planted'));
    }),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await database.forSite(foreign).query(ALL_TAGS)).toEqual([{ name: 'secret' }]);
  expect(await database.forSite(mine).query(ALL_TAGS)).toEqual([{ name: 'own' }]);
});

test('concurrent handles of many sites never see rows of each other', async () => {
  const sites = await Promise.all(Array.from({ length: 8 }, (_, index) => makeSite(`site ${index}`)));
  await Promise.all(sites.map((site) => database.forSite(site).query(insertTag(site, 1n, `tag of ${site}`))));
  const rounds = Array.from({ length: 200 }, (_, index) => sites[index % sites.length] ?? 0n);
  const seen = await Promise.all(rounds.map((site) => database.forSite(site).query<{ name: string }>(ALL_TAGS)));
  expect(seen).toEqual(rounds.map((site) => [{ name: `tag of ${site}` }]));
});

test('every table of a site has forced row-level security', async () => {
  const open = await database.owner.query(sql`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and relkind = 'r' and (not relrowsecurity or not relforcerowsecurity)
    order by 1`);
  expect(open).toEqual([{ name: 'schema_migration' }]);
});

test('the role of the service cannot change or delete audit rows, nor read the migrations', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  for (const statement of [sql`delete from audit_log`, sql`update audit_log set site_id = site_id`])
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  await expect(db.query(sql`select name from schema_migration`)).rejects.toMatchObject({ code: '42501' });
});

test('a transaction commits everything or nothing', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  await db.transaction(async (db) => {
    await db.query(insertTag(mine, 2n, 'b'));
    await db.query(insertTag(mine, 3n, 'c'));
  });
  const failing = db.transaction(async (db) => {
    await db.query(insertTag(mine, 4n, 'd'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await db.query(ALL_TAGS)).toEqual([{ name: 'b' }, { name: 'c' }, { name: 'own' }]);
});

test('a nested transaction is a savepoint', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  await db.transaction(async (db) => {
    await db.query(insertTag(mine, 2n, 'kept'));
    const refused = db.transaction(async (db) => {
      await db.query(insertTag(mine, 3n, 'dropped'));
      await db.transaction((db) => db.query(insertTag(mine, 5n, 'dropped with it')));
      await db.query(insertTag(mine, 4n, 'kept'));
    });
    await expect(refused).rejects.toMatchObject({ code: '23505', constraint: 'tag_site_id_name_key_key' });
    await db.transaction((db) => db.query(insertTag(mine, 6n, 'nested')));
  });
  expect(await db.query(ALL_TAGS)).toEqual([{ name: 'kept' }, { name: 'nested' }, { name: 'own' }]);
});

test('work for after the commit runs once it is committed, and never after a rollback', async () => {
  const done: string[] = [];
  const isStored = async () => (await database.owner.query(sql`select 1 as one from site`)).length > 0;
  const committed = Promise.withResolvers<boolean>();
  await database.owner.transaction(async (db) => {
    await db.query(sql`insert into site (name, created_utc) values ('One', '2026-11-20T14:30:00Z')`);
    afterCommit(() => {
      done.push('outer');
      committed.resolve(isStored());
    });
    await db.transaction(async () => afterCommit(() => done.push('inner')));
    const undone = db.transaction(async () => {
      afterCommit(() => done.push('undone'));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['outer', 'inner']);
  expect(await committed.promise).toBe(true);
  const rolledBack = database.owner.transaction(async () => {
    afterCommit(() => done.push('rolled back'));
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  afterCommit(() => done.push('outside'));
  expect(done).toEqual(['outer', 'inner', 'outside']);
});

test('concurrent nested transactions do not interleave', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  await db.transaction(async (db) => {
    const attempts = Array.from({ length: 6 }, (_, index) =>
      db.transaction(async (db) => {
        await db.query(insertTag(mine, 10n + BigInt(index), `t${index}`));
        if (index % 2 === 0) throw new Error('odd ones only');
      }),
    );
    await Promise.allSettled(attempts);
  });
  expect(await db.query(ALL_TAGS)).toEqual([{ name: 'own' }, { name: 't1' }, { name: 't3' }, { name: 't5' }]);
});

test('a failed statement fails its transaction even if the error was caught', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  const swallowed = db.transaction(async (db) => {
    await db.query(insertTag(mine, 2n, 'lost'));
    await db.query(insertTag(mine, 2n, 'again')).catch(() => undefined);
  });
  await expect(swallowed).rejects.toMatchObject({ code: '23505' });
  expect(await db.query(ALL_TAGS)).toEqual([{ name: 'own' }]);
});

test('an outer handle inside a transaction fails immediately instead of deadlocking', async () => {
  const { mine } = await twoSites();
  const outer = database.forSite(mine);
  await expect(outer.transaction(() => outer.query(ALL_TAGS))).rejects.toThrow('outer database handle');
  await expect(outer.transaction(() => database.owner.transaction((db) => db.query(ALL_TAGS)))).rejects.toThrow(
    'outer',
  );
  const nested = outer.transaction((middle) => middle.transaction(() => middle.query(ALL_TAGS)));
  await expect(nested).rejects.toThrow('outer database handle');
  expect(await outer.query(ALL_TAGS)).toEqual([{ name: 'own' }]);
});

test('a handle fails after its transaction', async () => {
  const { mine } = await twoSites();
  const kept = await database.forSite(mine).transaction(async (db) => db);
  await expect(kept.query(ALL_TAGS)).rejects.toThrow('has ended');
});

test('a refused statement reports its code, and the session stays usable', async () => {
  const { mine } = await twoSites();
  const db = database.forSite(mine);
  await expect(db.query(sql`select 1/${0}::int`)).rejects.toMatchObject({ name: 'QueryError', code: '22012' });
  await expect(db.query(sql`select nonsense from nowhere`)).rejects.toMatchObject({ code: '42P01' });
  await expect(db.query(sql`select ${undefined}::text`)).rejects.toThrow('undefined');
  expect(await db.query(ALL_TAGS)).toEqual([{ name: 'own' }]);
});

test('a frequent statement is prepared and returns the same, also for other sites and after an error', async () => {
  const { mine, foreign } = await twoSites();
  const find = (siteId: bigint, divisor: number) =>
    database.forSite(siteId).query(sql`select name, 10 / ${divisor}::int as tenth from tag`);
  for (let round = 0; round < 6; round += 1) {
    expect(await find(mine, 2)).toEqual([{ name: 'own', tenth: 5 }]);
    expect(await find(foreign, 5)).toEqual([{ name: 'secret', tenth: 2 }]);
    await expect(find(mine, 0)).rejects.toMatchObject({ code: '22012' });
  }
});

test('a prepared statement survives a change of its table', async () => {
  await database.owner.query(sql`create table changing (a int)`);
  await database.owner.query(sql`grant select on changing to support_console_app`);
  const read = () => database.unbound.query(sql`select * from changing`);
  try {
    for (let round = 0; round < 5; round += 1) await read();
    await database.owner.query(sql`insert into changing values (1)`);
    await database.owner.query(sql`alter table changing add column b text default 'new'`);
    for (let round = 0; round < 5; round += 1) expect(await read()).toEqual([{ a: 1, b: 'new' }]);
  } finally {
    await database.owner.query(sql`drop table changing`);
  }
});

test('a notification reaches listeners after commit, with its payload', async () => {
  const heard: string[] = [];
  let hear: () => void = () => undefined;
  const stop = await database.listen('news', (payload) => {
    heard.push(payload);
    hear();
  });
  const second = new Promise<void>((resolve) => {
    hear = () => heard.length >= 2 && resolve();
  });
  await database.unbound.transaction(async (db) => {
    await db.query(sql`select pg_notify('news', ${'first'})`);
    expect(heard).toEqual([]);
  });
  await database.unbound.query(sql`select pg_notify('other', ${'elsewhere'})`);
  await database.unbound.query(sql`select pg_notify('news', ${'second'})`);
  await second;
  expect(heard).toEqual(['first', 'second']);
  await stop();
});
