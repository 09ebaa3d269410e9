import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import { sql, type Database } from '#server/db/db.ts';
import { testDatabase } from '#server/testing/database.ts';
import { TEST_SECRET } from '#server/testing/service.ts';
import { emptyTables } from '#server/testing/tables.ts';
import { prepareCommand } from './run-command.ts';

const NOW = new Date('2026-11-20T14:32:00Z');
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => emptyTables(database));

function run(...args: readonly string[]): Promise<object> {
  return prepareCommand(args)({
    database,
    applied: ['0001_base'],
    now: NOW,
    config: { aiPrices: new Map(), appSecret: TEST_SECRET, dataDir: '' },
    report: () => undefined,
  });
}

/** Runs a command and reads one number of its answer. */
async function makeId(name: string, ...args: readonly string[]): Promise<string> {
  const id = Object.entries(await run(...args)).find(([key]) => key === name)?.[1];
  return String(id);
}

const makeSite = () => makeId('site_id', 'site', 'create', '--name', 'Ørsted & Co');

test('site create makes a site, with what it lacks', async () => {
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

test('site create and site update take a country, in either case, and say which there are', async () => {
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

test('token create and token revoke; the raw token is stored nowhere', async () => {
  const site = await makeSite();
  const agent = await makeId('agent_id', 'agent', 'create', '--site-id', site, '--name', 'Ada');
  const made = await run('token', 'create', '--site-id', site, '--label', 'mine', '--scopes', '*', '--agent-id', agent);
  expect(made).toEqual({ token_id: expect.any(BigInt), token: expect.stringMatching(/^sck_[0-9A-Za-z]{38}$/) });
  const narrow = ['--scopes', 'read,tickets:write', '--rate-limit', '7', '--expires-days', '2'];
  const second = await makeId('token_id', 'token', 'create', '--site-id', site, '--label', 'narrow', ...narrow);
  expect(await run('token', 'revoke', '--token-id', second)).toEqual({ token_id: BigInt(second), revoked: true });

  expect(
    await database.owner.query(sql`
      select label, scopes, rate_limit_per_min, agent_id, revoked_utc, expires_utc from api_token order by id`),
  ).toEqual([
    {
      label: 'mine',
      scopes: ['*'],
      rate_limit_per_min: 600,
      agent_id: BigInt(agent),
      revoked_utc: null,
      expires_utc: '2027-11-20T14:32:00.000Z',
    },
    {
      label: 'narrow',
      scopes: ['read', 'tickets:write'],
      rate_limit_per_min: 7,
      agent_id: null,
      revoked_utc: '2026-11-20T14:32:00.000Z',
      expires_utc: '2026-11-22T14:32:00.000Z',
    },
  ]);
  const token = /sck_\w+/.exec(writeJson(made))?.[0] ?? 'none';
  const stored = writeJson(await database.owner.query(sql`select t::text as row from api_token t`));
  expect(stored).toContain(token.slice(0, 10));
  expect(stored).not.toContain(token.slice(10));
});

test('every command that writes leaves its line in the audit log', async () => {
  const site = await makeSite();
  await run('agent', 'create', '--site-id', site, '--name', 'Ada');
  const token = await makeId('token_id', 'token', 'create', '--site-id', site, '--label', 'l', '--scopes', '*');
  await run('token', 'revoke', '--token-id', token);
  const actions = ['site.create', 'agent.create', 'token.issue', 'token.revoke'];
  expect(await database.owner.query(sql`select action, actor_kind, label, outcome from audit_log order by id`)).toEqual(
    actions.map((action) => ({ action, actor_kind: 'admin', label: 'admin', outcome: 'ok' })),
  );
});

test('agent create answers a decimal string', async () => {
  const site = await makeSite();
  expect(await run('agent', 'create', '--site-id', site, '--name', 'Ada')).toEqual({
    agent_id: expect.stringMatching(/^[0-9]+$/),
  });
});

test('site list, token list and agent list say what there is, and nothing that opens anything', async () => {
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
        token_prefix: raw.slice(0, 10),
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
  expect(writeJson(tokens)).not.toContain(raw.slice(10));
  expect(await run('agent', 'list', '--site-id', site)).toEqual({
    site_id: BigInt(site),
    agents: [{ agent_id: agent, name: 'Ada', created_utc: '2026-11-20T14:32:00.000Z' }],
  });
  expect(await run('token', 'list', '--site-id', other)).toEqual({ site_id: BigInt(other), tokens: [] });
  expect(await run('agent', 'list', '--site-id', other)).toEqual({ site_id: BigInt(other), agents: [] });
});

test('site update changes what is named, with a line in the audit log that has no name', async () => {
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

test('demo fills a site with as many tickets as asked for, again only after a reset', async () => {
  const site = await makeSite();
  expect(await run('demo', '--site-id', site, '--tickets', '12', '--seed', '5')).toMatchObject({
    site_id: BigInt(site),
    tickets: 12,
  });
  expect(await run('demo', '--site-id', site, '--tickets', '7', '--seed', '5', '--reset')).toMatchObject({
    tickets: 7,
  });
  expect(await database.owner.query(sql`select count(*)::int as n from ticket`)).toEqual([{ n: 7 }]);
  expect(await database.owner.query(sql`select is_demo from site`)).toEqual([{ is_demo: true }]);
});

test('migrate answers what opening the database applied', async () => {
  expect(await run('migrate')).toEqual({ applied: ['0001_base'] });
});

test.each([
  [[], /^Name a command: site create/],
  [['site'], /^There is no command site. Commands: /],
  [['token', 'delete', '--token-id', '1'], /^There is no command token delete/],
  [['site', 'create'], /^--name is missing/],
  [['site', 'create', '--name', ' '], /^--name must be text/],
  [['site', 'create', '--name', 'x'.repeat(201)], /^--name must be text of 1 to 200/],
  [['site', 'create', '--name', 'x', '--undeploy', 'tickets'], /^--undeploy must be a list of channels, ai_usage/],
  [['site', 'create', '--name', 'x', '--colour', 'red'], /--colour.*options: --name, --country, --undeploy/],
  [['site', 'create', 'x'], /options: -/],
  [['site', 'list', '--site-id', '1'], /options: none/],
  [['site', 'update', '--site-id', '1'], /^Give at least one of --name, --deploy, --undeploy$/],
  [['site', 'update', '--name', 'x'], /^--site-id is missing/],
  [['site', 'update', '--site-id', '1', '--deploy', 'tickets'], /^--deploy must be a list of channels, ai_usage/],
  [
    ['site', 'update', '--site-id', '1', '--deploy', 'channels', '--undeploy', 'ai_usage,channels'],
    /^--deploy and --undeploy both name channels$/,
  ],
  [['token', 'list'], /^--site-id is missing/],
  [['agent', 'list', '--site-id', 'x'], /^--site-id must be an id/],
  [['token', 'create', '--site-id', 'x', '--label', 'l', '--scopes', '*'], /^--site-id must be an id/],
  [
    ['token', 'create', '--site-id', '9223372036854775808', '--label', 'l', '--scopes', '*'],
    /^--site-id must be an id/,
  ],
  [['token', 'create', '--site-id', '1', '--label', 'l'], /^--scopes is missing/],
  [
    ['token', 'create', '--site-id', '1', '--label', 'l', '--scopes', '*', '--rate-limit', '0'],
    /^--rate-limit must be an integer from 1 to 1000000/,
  ],
  [
    ['token', 'create', '--site-id', '1', '--label', 'l', '--scopes', '*', '--rate-limit', '1000001'],
    /^--rate-limit must/,
  ],
  [
    ['token', 'create', '--site-id', '1', '--label', 'l', '--scopes', '*', '--expires-days', '1.5'],
    /^--expires-days must/,
  ],
  [['token', 'revoke', '--token-id', '-1'], /--token-id/],
  [['demo', '--site-id', '1', '--tickets', 'many'], /^--tickets must be an integer/],
  [['demo', '--site-id', '1', '--seed'], /--seed/],
  [['migrate', '--now'], /options: no/],
])('%j is refused in one line before the database is opened', (args, line) => {
  expect(() => prepareCommand(args)).toThrow(line);
  expect(() => prepareCommand(args)).toThrow(/^[^\n]+$/);
  expect(() => prepareCommand(args)).toThrow(expect.objectContaining({ name: 'StartFailure', exitCode: 1 }));
});

test('what the database does not have is refused in one line', async () => {
  const site = await makeSite();
  const refusal = (message: RegExp) => ({ name: 'StartFailure', exitCode: 1, message: expect.stringMatching(message) });
  const newToken = ['token', 'create', '--label', 'l', '--site-id'];
  await expect(run(...newToken, '999', '--scopes', '*')).rejects.toMatchObject(
    refusal(/^--site-id 999 is not a site in this database$/),
  );
  await expect(run('agent', 'create', '--site-id', '999', '--name', 'n')).rejects.toMatchObject(
    refusal(/^--site-id 999 is not a site/),
  );
  for (const args of [
    ['token', 'list'],
    ['agent', 'list'],
    ['site', 'update', '--name', 'n'],
  ]) {
    await expect(run(...args, '--site-id', '999')).rejects.toMatchObject(refusal(/^--site-id 999 is not a site/));
  }
  await expect(run('demo', '--site-id', '999')).rejects.toMatchObject(refusal(/^--site-id 999 is not a site/));
  await expect(run('token', 'revoke', '--token-id', '999')).rejects.toMatchObject(
    refusal(/^--token-id 999 is not a token/),
  );
  await expect(run(...newToken, site, '--scopes', 'read,everything')).rejects.toMatchObject(
    refusal(/^[^\n]*everything[^\n]*$/),
  );
  await expect(run(...newToken, site, '--scopes', '*', '--agent-id', '999')).rejects.toMatchObject(refusal(/^[^\n]+$/));
  expect(await database.owner.query(sql`select count(*)::int as n from api_token`)).toEqual([{ n: 0 }]);
});
