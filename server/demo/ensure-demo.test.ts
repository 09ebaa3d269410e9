import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { sql, type Database } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { createSite } from '#server/site/create-site.ts';
import { makeSetting } from '#server/testing/run-program.ts';
import { startTestService, TEST_KEYS, TEST_SECRET, type TestService } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { ensureDemo, tryLockDemo } from './ensure-demo.ts';
import type { DemoContext } from './fill-demo.ts';

const NOW = '2026-11-18T14:30:00.000Z';
const OTHER_KEY = 'another secret of more than thirty-two characters';
let service: TestService;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
});

afterEach(() => service.close());

const context = (report: DemoContext['report'] = () => undefined) => ({ now: new Date(NOW), report, keys: TEST_KEYS });

/** Rows of the tables that a filled demo changes. */
async function countRows({ owner }: Database) {
  const [row] = await owner.query(sql`
    select (select count(*)::integer from ticket) as ticket, (select count(*)::integer from agent) as agent,
      (select count(*)::integer from audit_log) as audit_log, (select count(*)::integer from api_token) as api_token`);
  return row;
}

test('SI-08: an empty database gets two sites and a token that stays the same', async () => {
  const { database } = service;
  const first = await ensureDemo(database, context(), 20);
  const again = await ensureDemo(database, context(), 20);
  expect(again).toEqual(first);
  expect(first?.site).toMatchObject({ name: 'Lumen Cycles', timeZone: 'Europe/Berlin', isDemo: true });
  const whoami = (await service.call('GET', 'whoami', { token: first?.token ?? undefined })).json.data;
  expect(whoami).toMatchObject({ is_demo: true, scopes: ['*'] });
  expect(whoami.agent_id).not.toBeNull();
  const sites = await database.owner.query(
    sql`select name, is_demo, undeployed, (select count(*)::integer from ticket t where t.site_id = s.id) as tickets from site s order by id`,
  );
  expect(sites).toEqual([
    { name: 'Lumen Cycles', is_demo: true, undeployed: [], tickets: 20 },
    { name: 'Lumen Cycles Outlet', is_demo: true, undeployed: ['channels', 'ai_usage'], tickets: 20 },
  ]);
});

test('an interrupted first start is done again', async () => {
  const { database } = service;
  await ensureDemo(database, context(), 20);
  await database.owner.query(sql`delete from api_token`);
  await database.owner.query(sql`delete from ticket where ticket_number > 1010`);
  expect(await ensureDemo(database, context(), 20)).not.toBeNull();
  const counts = await database.owner.query(sql`select count(*)::integer as n from ticket group by site_id`);
  expect(counts).toEqual([{ n: 20 }, { n: 20 }]);
});

test('a start with another key does not change the demo site', async () => {
  const { database } = service;
  const first = await ensureDemo(database, context(), 20);
  if (first?.token == null) throw new Error('no demo was made');
  const written = await service.call('POST', 'tickets', { token: first.token, body: { subject: 'Entered by hand' } });
  const before = await countRows(database);
  const again = await ensureDemo(database, { ...context(), keys: new AppKeys(OTHER_KEY) }, 20);
  expect(again).toEqual({ site: first.site, token: null });
  const rotated = { ...context(), keys: new AppKeys(OTHER_KEY, TEST_SECRET) };
  expect(await ensureDemo(database, rotated, 20)).toEqual(first);
  expect(await countRows(database)).toEqual(before);
  const kept = await service.call('GET', 'ticket', { token: first.token, query: { id: written.json.data.id } });
  expect(kept.json.data.subject).toBe('Entered by hand');
});

test('a demo site without its token is not filled again once an admin command or a token wrote to it', async () => {
  const { database } = service;
  const { site } = await service.createSite({ name: 'Lumen Cycles', isDemo: true, label: 'made by hand' });
  const agent = { name: 'Added by hand' };
  await createAgent(database.forSite(site.id), site, agent, { actor: ADMIN_ACTOR, now: service.clock.now() });
  const before = await countRows(database);
  expect(await ensureDemo(database, context(), 20)).toMatchObject({ site: { id: site.id }, token: null });
  await database.owner.query(sql`delete from api_token`);
  expect(await ensureDemo(database, context(), 20)).toMatchObject({ token: null });
  expect(await countRows(database)).toEqual({ ...before, api_token: 0 });
});

test('a database with other sites gets no demo, and a revoked token is not printed again', async () => {
  const { database } = service;
  await ensureDemo(database, context(), 20);
  await database.owner.query(sql`update api_token set revoked_utc = ${NOW}::timestamptz`);
  expect(await ensureDemo(database, context(), 20)).toMatchObject({ token: null });
  await database.owner.query(sql`delete from site`);
  await service.createSite({ name: 'Ours' });
  expect(await ensureDemo(database, context(), 20)).toBeNull();
});

/** Two nodes over an empty database. */
async function startNodes(): Promise<readonly [Database, Database]> {
  const setting = await makeSetting();
  const nodes = [await openDatabase(setting), await openDatabase(setting)] as const;
  onTestFinished(async () => {
    for (const node of nodes) await node.close();
  });
  return nodes;
}

const readSites = async ({ owner }: Database) =>
  owner.query(sql`
    select name, (select count(*)::integer from ticket t where t.site_id = s.id) as tickets,
      (select count(*)::integer from api_token t where t.site_id = s.id and label = 'Demo lead') as tokens
    from site s order by id`);
const ONE_DEMO = [
  { name: 'Lumen Cycles', tickets: 20, tokens: 1 },
  { name: 'Lumen Cycles Outlet', tickets: 20, tokens: 0 },
];

test('two nodes that start at once on an empty database create one demo, and both answer its token', async () => {
  const [first, second] = await startNodes();
  const lines: string[] = [];
  const start = (node: Database) =>
    ensureDemo(
      node,
      context((line) => lines.push(line)),
      20,
    );
  const demos = await Promise.all([start(first), start(second)]);
  expect(demos[0]?.token).toMatch(/^sck_/);
  expect(demos[1]).toEqual(demos[0]);
  expect(lines.filter((line) => line.startsWith('Another node'))).toHaveLength(1);
  expect(await readSites(first)).toEqual(ONE_DEMO);
});

test('a node that is lost halfway leaves the demo to the waiting one', async () => {
  const [first, second] = await startNodes();
  // The first node has taken the lock, and created a site without tickets or token.
  const free = await holdLock(first.owner, tryLockDemo);
  await createSite(first.owner, { name: 'Lumen Cycles', timeZone: 'Europe/Berlin', isDemo: true }, new Date(NOW));
  try {
    const waits = Promise.withResolvers<string>();
    const other = ensureDemo(second, context(waits.resolve), 20);
    expect(await waits.promise).toContain('Another node');
    await second.owner.query(sql`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()`);
    expect(await other).not.toBeNull();
    expect(await readSites(second)).toEqual(ONE_DEMO);
  } finally {
    await free?.();
  }
});
