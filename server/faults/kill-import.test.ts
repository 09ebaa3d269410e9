import { afterEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeDist, makeSetting, type Setting } from '#server/testing/run-program.ts';
import { makeNodeSite, makeNodeToken, startNode, type ServiceNode } from '#server/testing/service-node.ts';

const KILLS = inject('trials') === 'long' ? 20 : 1;
/** Several transactions' worth of rows, so that two can be in progress. */
const ROWS = 30_000;

const nodes: ServiceNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.kill();
});

/** Customers with one handle each. */
const FILE = [
  'channel,external_user_id,email',
  ...Array.from({ length: ROWS }, (_, n) => `whatsapp,+4930${String(n).padStart(7, '0')},person.${n}@example.org`),
].join('\r\n');

/** Counts rows of all sites while no service runs. */
async function countRows(setting: Setting): Promise<Record<string, number>> {
  const database = await openDatabase(setting);
  try {
    const [counts = {}] = await database.owner.query<Record<string, number>>(sql`
      select (select count(*) from channel_binding)::integer as handles,
        (select count(*) from customer_identity)::integer as customers,
        (select count(*) from customer_identity c where not exists (
          select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id))::integer as alone,
        (select coalesce(sum(n), 0) from counter where name = 'binding')::integer as in_counter,
        (select coalesce(sum(bound), 0) from bind_job)::integer as counted,
        (select coalesce(sum(cardinality(made_ids)), 0) from bind_job_part)::integer as kept`);
    return counts;
  } finally {
    await database.close();
  }
}

/** Counts of `countRows` if each handle has its customer and each import is recorded. */
const wholeRows = (handles: number) => ({
  handles,
  customers: handles,
  alone: 0,
  in_counter: handles,
  counted: handles,
  kept: handles,
});

const send = (node: ServiceNode, token: string, query: Readonly<Record<string, string | number>> = {}) =>
  node.call('POST', 'bind_channels_bulk', {
    token,
    query: { rows: 1, ...query },
    headers: { 'content-type': 'text/csv' },
    body: FILE,
  });

/** Sends the file to a node, which is killed once more than `rows` rows are bound. */
async function sendAndKill(node: ServiceNode, token: string, query: Record<string, string>, rows: number) {
  nodes.push(node);
  const cut = send(node, token, query).catch(() => null);
  const boundNow = async () => {
    const { status, json } = await node.call('GET', 'bind_jobs', { token, query: { limit: 1 } });
    expect(status, JSON.stringify(json)).toBe(200);
    const [job] = json.data.items;
    return Number(job?.counts.bound ?? 0);
  };
  while ((await boundNow()) <= rows);
  await node.kill();
  expect(await cut).toBeNull();
  nodes.pop();
}

test(
  'kill -9 during an import leaves whole rows, and sending the file again completes it',
  async () => {
    const [dist, setting] = [await makeDist(), await makeSetting()];
    let before = 0;

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Each node has its own token: a killed node loses the calls that it had reserved from the rate limit.
      const { token } = await makeNodeSite(setting);
      // After one transaction, after two, and so on.
      await sendAndKill(await startNode(dist, setting.variables), token, {}, (ROWS * (kill % 4)) / 8);

      const found = await countRows(setting);
      const { handles = 0 } = found;
      expect(found).toEqual(wholeRows(handles));
      expect(handles).toBeGreaterThan(before);
      expect(handles).toBeLessThanOrEqual(before + ROWS);

      const next = await startNode(dist, setting.variables);
      nodes.push(next);
      const { status, json } = await send(next, token);
      expect(status, JSON.stringify(json)).toBe(200);
      const known = handles - before;
      expect(json.data).toMatchObject({ total_rows: ROWS, bound: ROWS - known, refreshed: known, failed: 0 });
      expect(json.data.minted_identity).toBe(ROWS - known);
      const again = await send(next, token);
      expect(again.status, JSON.stringify(again.json)).toBe(200);
      expect(again.json.data).toMatchObject({ bound: 0, refreshed: ROWS, minted_identity: 0, failed: 0 });
      await next.stop();
      nodes.pop();
      before += ROWS;
      expect(await countRows(setting)).toEqual(wholeRows(before));
    }
  },
  KILLS * 180_000,
);

test(
  'a part of a batch that kill -9 interrupted repeatedly is bound once and answers as if it was never interrupted',
  async () => {
    const [dist, setting] = [await makeDist(), await makeSetting()];
    const { siteId, token } = await makeNodeSite(setting);
    const query = { batch_id: '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11', line_offset: '1000' };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const own = await makeNodeToken(setting, siteId);
      // Each attempt gets further, and the last one is killed before the end, too.
      const rows = Math.floor((ROWS * kill) / (KILLS + 1));
      await sendAndKill(await startNode(dist, setting.variables), own, query, rows);
      const { handles = 0, ...found } = await countRows(setting);
      expect({ handles, ...found }).toEqual(wholeRows(handles));
      expect(handles).toBeGreaterThan(rows);
    }
    const node = await startNode(dist, setting.variables);
    nodes.push(node);
    const { json } = await send(node, token, query);
    const counts = { total_rows: ROWS, bound: ROWS, refreshed: 0, minted_identity: ROWS, failed: 0 };
    expect(json.data).toMatchObject(counts);
    expect(json.data.rows.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: ROWS }, (_, n) => n + 1_002),
    );
    expect((await send(node, token, query)).json).toEqual(json);
    const jobs = await node.call('GET', 'bind_jobs', { token });
    expect(jobs.json.data).toMatchObject({ total_count: 1, items: [{ parts: 1, counts }] });
    await node.stop();
    nodes.pop();
    expect(await countRows(setting)).toEqual(wholeRows(ROWS));
  },
  KILLS * 180_000,
);
