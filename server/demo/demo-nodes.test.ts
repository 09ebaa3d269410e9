import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/db.ts';
import { sql } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSite } from '#server/site/create-site.ts';
import { TEST_KEYS } from '#server/testing/service.ts';
import { makeSetting, type Setting } from '#server/testing/run-program.ts';
import { tryLockDemo } from './demo.sql.ts';
import { ensureDemo } from './ensure-demo.ts';
import type { DemoContext } from './fill-demo.ts';

const TICKETS = 20;
const NOW = new Date('2026-11-20T14:30:00.000Z');

let setting: Setting;
let nodes: readonly [Database, Database];

beforeEach(async () => {
  setting = await makeSetting();
  nodes = [await openDatabase(setting), await openDatabase(setting)];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
});

const around = (report: DemoContext['report'] = () => undefined) => ({ now: NOW, report, keys: TEST_KEYS });

async function stored() {
  const [{ owner }] = nodes;
  const sites = await owner.query(sql`
    select name, (select count(*)::integer from ticket t where t.site_id = s.id) as tickets from site s order by id`);
  const [tokens] = await owner.query(sql`select count(*)::integer as n from api_token where label = 'Demo lead'`);
  return { sites, tokens };
}

const ONE_DEMO = {
  sites: [
    { name: 'Lumen Cycles', tickets: 20 },
    { name: 'Lumen Cycles Outlet', tickets: 20 },
  ],
  tokens: { n: 1 },
};

test('two nodes that start at once on an empty database create one demo, and both answer its token', async () => {
  const lines: string[] = [];
  const demos = await Promise.all(
    nodes.map((node) =>
      ensureDemo(
        node,
        around((line) => lines.push(line)),
        TICKETS,
      ),
    ),
  );
  expect(demos[0]?.token).toMatch(/^sck_/);
  expect(demos[1]).toEqual(demos[0]);
  expect(lines.filter((line) => line.startsWith('Another node'))).toHaveLength(1);
  expect(await stored()).toEqual(ONE_DEMO);
});

test('a node that is lost halfway leaves the demo to the waiting one', async () => {
  const [first, second] = nodes;
  // The first node has taken the lock, and created a site without tickets or token.
  const free = await holdLock(first.owner, tryLockDemo);
  await createSite(first.owner, { name: 'Lumen Cycles', timeZone: 'Europe/Berlin', isDemo: true }, NOW);
  try {
    const waits = Promise.withResolvers<string>();
    const other = ensureDemo(second, around(waits.resolve), TICKETS);
    expect(await waits.promise).toContain('Another node');
    await second.owner.query(sql`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()`);
    expect(await other).not.toBeNull();
    expect(await stored()).toEqual(ONE_DEMO);
  } finally {
    await free?.();
  }
});
