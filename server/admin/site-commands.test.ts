import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import { sql, type Database } from '#server/db/db.ts';
import { testDatabase } from '#server/testing/database.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { TestClock } from '#server/testing/service.ts';
import { emptyTables } from '#server/testing/tables.ts';

// The commands that create, change and list sites.

const clock = new TestClock('2026-11-20T14:32:00.000Z');
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => emptyTables(database));

const run = (...args: readonly string[]) => runAdminOn({ database, clock }, ...args);
const makeId = async (name: string, ...args: readonly string[]) => String((await run(...args))[name]);
const makeSite = () => makeId('site_id', 'site', 'create', '--name', 'Ørsted & Co');

test('site create creates a site, with the features that it lacks', async () => {
  const whole = await makeSite();
  const small = await makeId('site_id', 'site', 'create', '--name', 'Small', '--undeploy', 'channels, ai_usage');
  expect(
    await database.owner.query(sql`select id, name, undeployed, is_demo, created_utc from site order by id`),
  ).toEqual([
    { id: BigInt(whole), name: 'Ørsted & Co', undeployed: [], is_demo: false, created_utc: '2026-11-20T14:32:00.000Z' },
    {
      id: BigInt(small),
      name: 'Small',
      undeployed: ['channels', 'ai_usage'],
      is_demo: false,
      created_utc: '2026-11-20T14:32:00.000Z',
    },
  ]);
});

test('site create and site update take a country, in either case, and list the valid ones', async () => {
  const id = await makeId('site_id', 'site', 'create', '--name', 'Hamburg', '--country', 'de');
  const countryOf = async () => {
    const [row] = await database.owner.query(
      sql`select name, country, keys_made_for from site where id = ${BigInt(id)}`,
    );
    return row;
  };
  expect(await countryOf()).toEqual({ name: 'Hamburg', country: 'DE', keys_made_for: '1 DE' });
  const renewed = { customers: 0, aliases: 0, tickets: 0, visitors: 0 };
  expect(await run('site', 'update', '--site-id', id, '--country', 'AT', '--name', 'Wien')).toEqual({
    site_id: BigInt(id),
    name: 'Wien',
    country: 'AT',
    undeployed: [],
    renewed,
  });
  expect(await countryOf()).toEqual({ name: 'Wien', country: 'AT', keys_made_for: '1 AT' });
  const [audit] = await database.owner.query(sql`select changes from audit_log where action = 'site.update'`);
  expect(audit).toEqual({
    changes: [
      { field: 'name', from: null, to: null },
      { field: 'country', from: 'DE', to: 'AT' },
    ],
  });
  for (const args of [
    ['site', 'create', '--name', 'X', '--country', 'XX'],
    ['site', 'update', '--site-id', id, '--country', 'Germany'],
  ])
    expect(() => run(...args)).toThrow(/--country must be one of AE, AR, .*, DE, .*, ZA$/);
  expect(() => run('site', 'update', '--site-id', id)).toThrow('Give at least one of --name, --country');
});

test('site list, token list and agent list show everything except secrets', async () => {
  const site = await makeSite();
  const other = await makeId('site_id', 'site', 'create', '--name', 'Other');
  const agent = await makeId('agent_id', 'agent', 'create', '--site-id', site, '--name', 'Ada');
  const made = await run(
    'token',
    'create',
    '--site-id',
    site,
    '--label',
    'mine',
    '--scopes',
    'read',
    '--agent-id',
    agent,
  );
  const raw = /sck_\w+/.exec(writeJson(made))?.[0] ?? 'none';
  expect(await run('site', 'list')).toEqual({
    sites: [
      {
        site_id: BigInt(site),
        name: 'Ørsted & Co',
        time_zone: 'UTC',
        is_demo: false,
        country: null,
        undeployed: [],
        created_utc: '2026-11-20T14:32:00.000Z',
      },
      expect.objectContaining({ site_id: BigInt(other), name: 'Other' }),
    ],
  });
  const tokens = await run('token', 'list', '--site-id', site);
  expect(tokens).toEqual({
    site_id: BigInt(site),
    tokens: [
      {
        token_id: expect.any(BigInt),
        label: 'mine',
        token_prefix: raw.slice(0, 14),
        scopes: ['read'],
        rate_limit_per_min: 600,
        agent_id: agent,
        request_count: 0n,
        created_utc: '2026-11-20T14:32:00.000Z',
        last_used_utc: null,
        expires_utc: '2027-11-20T14:32:00.000Z',
        revoked_utc: null,
      },
    ],
  });
  expect(writeJson(tokens)).not.toContain(raw.slice(14));
  expect(await run('agent', 'list', '--site-id', site)).toEqual({
    site_id: BigInt(site),
    agents: [{ agent_id: agent, name: 'Ada', created_utc: '2026-11-20T14:32:00.000Z' }],
  });
  expect(await run('token', 'list', '--site-id', other)).toEqual({ site_id: BigInt(other), tokens: [] });
  expect(await run('agent', 'list', '--site-id', other)).toEqual({ site_id: BigInt(other), agents: [] });
});

test('site update changes the given fields, with a line in the audit log that has no name', async () => {
  const site = await makeSite();
  const update = (...args: readonly string[]) => run('site', 'update', '--site-id', site, ...args);
  const changed = { site_id: BigInt(site), name: 'Canary & Co', country: null, undeployed: ['ai_usage'] };
  expect(await update('--name', 'Canary & Co', '--undeploy', 'ai_usage')).toEqual(changed);
  // A second time nothing changes.
  expect(await update('--undeploy', 'ai_usage', '--deploy', 'channels')).toEqual(changed);
  expect(await update('--deploy', 'ai_usage', '--undeploy', 'channels')).toEqual({
    ...changed,
    undeployed: ['channels'],
  });
  expect(await database.owner.query(sql`select name, undeployed from site`)).toEqual([
    { name: 'Canary & Co', undeployed: ['channels'] },
  ]);
  const lines = await database.owner.query(sql`
    select actor_kind, changes from audit_log where action = 'site.update' order by id`);
  expect(lines).toEqual([
    {
      actor_kind: 'admin',
      changes: [
        { field: 'name', from: null, to: null },
        { field: 'ai_usage', from: true, to: false },
      ],
    },
    {
      actor_kind: 'admin',
      changes: [
        { field: 'channels', from: true, to: false },
        { field: 'ai_usage', from: false, to: true },
      ],
    },
  ]);
});

test('recount corrects the counters of every site and lists them with both numbers', async () => {
  const id = BigInt(await makeSite());
  await database.owner.query(sql`insert into counter (site_id, name, n) values (${id}, 'customer', 3)`);
  expect(await run('recount')).toEqual({
    corrected: [{ site_id: id, name: 'customer', key: '', counted: 3n, actual: 0n }],
  });
  expect(await run('recount')).toEqual({ corrected: [] });
});
