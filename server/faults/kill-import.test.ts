import { afterEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeDist, makeSetting, type Setting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type ServiceNode } from '#server/testing/service-node.ts';

const KILLS = inject('trials') === 'long' ? 20 : 1;
/** Some transactions of them, so that two can be under way. */
const ROWS = 30_000;

const nodes: ServiceNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.kill();
});

/** Customers with a handle each. */
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
        (select coalesce(sum(n), 0) from row_tally where table_name = 'channel_binding')::integer as tallied,
        (select coalesce(sum(bound), 0) from bind_job)::integer as counted,
        (select coalesce(sum(cardinality(made_ids)), 0) from bind_job_part)::integer as kept`);
    return counts;
  } finally {
    await database.close();
  }
}

/** Counts of `countRows` where each handle has its customer and each import is recorded. */
const wholeRows = (handles: number) => ({
  handles,
  customers: handles,
  alone: 0,
  tallied: handles,
  counted: handles,
  kept: handles,
});

test(
  'kill -9 in the midst of an import leaves whole rows, and sending the file again does the rest',
  async () => {
    const [dist, setting] = [await makeDist(), await makeSetting()];
    const headers = { 'content-type': 'text/csv' };
    const send = (node: ServiceNode, token: string) =>
      node.call('POST', 'bind_channels_bulk', { token, query: { rows: 1 }, headers, body: FILE });
    let before = 0;

    for (let kill = 0; kill < KILLS; kill += 1) {
      // A token of its own too: a node that is killed takes the calls with it that it had reserved.
      const { token } = await makeNodeSite(setting);
      const node = await startNode(dist, setting.variables);
      nodes.push(node);
      const cut = send(node, token).catch(() => null);
      const boundNow = async () => {
        const { status, json } = await node.call('GET', 'bind_jobs', { token, query: { limit: 1 } });
        expect(status, JSON.stringify(json)).toBe(200);
        const [job] = json.data.items;
        return Number(job?.counts.bound ?? 0);
      };
      // After one transaction, after two, and so on.
      while ((await boundNow()) <= (ROWS * (kill % 4)) / 8);
      await node.kill();
      expect(await cut).toBeNull();
      nodes.pop();

      const found = await countRows(setting);
      const { handles = 0 } = found;
      expect(found).toEqual(wholeRows(handles));
      expect(handles).toBeGreaterThan(before);
      expect(handles).toBeLessThanOrEqual(before + ROWS);

      const next = await startNode(dist, setting.variables);
      nodes.push(next);
      const { json } = await send(next, token);
      const known = handles - before;
      expect(json.data).toMatchObject({ total_rows: ROWS, bound: ROWS - known, refreshed: known, failed: 0 });
      expect(json.data.minted_identity).toBe(ROWS - known);
      const again = await send(next, token);
      expect(again.json.data).toMatchObject({ bound: 0, refreshed: ROWS, minted_identity: 0, failed: 0 });
      await next.stop();
      nodes.pop();
      before += ROWS;
      expect(await countRows(setting)).toEqual(wholeRows(before));
    }
  },
  KILLS * 60_000,
);
