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
    applied: ['0001_schema'],
    now: NOW,
    config: { aiPrices: new Map(), appSecret: TEST_SECRET, appSecretPrevious: null, dataDir: '' },
    report: () => undefined,
  });
}

/** Runs a command and answers its new id. */
async function makeId(name: string, ...args: readonly string[]): Promise<string> {
  const id = Object.entries(await run(...args)).find(([key]) => key === name)?.[1];
  return String(id);
}

const makeSite = () => makeId('site_id', 'site', 'create', '--name', 'Ørsted & Co');

test('token create and token revoke; the raw token is not stored', async () => {
  const site = await makeSite();
  const agent = await makeId('agent_id', 'agent', 'create', '--site-id', site, '--name', 'Ada');
  const made = await run('token', 'create', '--site-id', site, '--label', 'mine', '--scopes', '*', '--agent-id', agent);
  expect(made).toEqual({ token_id: expect.any(BigInt), token: expect.stringMatching(/^sck_[0-9A-Za-z]{44}$/) });
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
  expect(stored).toContain(token.slice(0, 14));
  expect(stored).not.toContain(token.slice(14));
});

test('every command that writes adds a line to the audit log', async () => {
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

test('demo fills a site with the given number of tickets, and again only after a reset', async () => {
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

test('migrate answers the migrations that opening the database applied', async () => {
  expect(await run('migrate')).toEqual({ applied: ['0001_schema'] });
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
  [['site', 'update', '--site-id', '1'], /^Give at least one of --name, --country, --deploy, --undeploy$/],
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

test('a missing record is refused in one line', async () => {
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
