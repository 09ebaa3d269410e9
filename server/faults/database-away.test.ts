import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { openCutOff } from '#server/testing/cut-off.ts';
import { makeDist, makeSetting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type NodeAnswer } from '#server/testing/service-node.ts';

const CUTS = inject('trials') === 'long' ? 12 : 2;
const AWAY_MS = 1_000;
const BACK_MS = 1_000;
/** Time to recover once the database is available again, as a client sees it. */
const PATIENCE_MS = 10_000;

test(
  'a database outage under load: 503 with Retry-After meanwhile, and no acknowledged write is lost',
  async () => {
    const setting = await makeSetting();
    if (setting.databaseUrl === null) throw new Error('this is tried on PostgreSQL');
    const way = await openCutOff(setting.databaseUrl);
    const { token } = await makeNodeSite(setting);
    const node = await startNode(await makeDist(), { ...setting.variables, DATABASE_URL: way.url });
    const acknowledged = new Set<string>();
    const refused: NodeAnswer[] = [];
    let isOver = false;
    try {
      const load = async () => {
        while (!isOver) {
          const answer = await node.call('POST', 'tickets', { token, body: { subject: 'Under load' } });
          if (answer.status === 200) acknowledged.add(String(answer.json.data.id));
          else refused.push(answer);
        }
      };
      const hands = Promise.all(Array.from({ length: 6 }, load));
      for (let cut = 0; cut < CUTS; cut += 1) {
        await wait(BACK_MS);
        way.cut();
        await wait(AWAY_MS);
        expect((await fetch(`${node.url}/healthz`)).status).toBe(503);
        expect((await fetch(`${node.url}/livez`)).status).toBe(200);
        way.restore();
        const backMs = performance.now();
        while ((await node.call('GET', 'whoami', { token })).status !== 200) {
          expect(performance.now() - backMs).toBeLessThan(PATIENCE_MS);
        }
      }
      isOver = true;
      await hands;

      expect(refused.length).toBeGreaterThan(0);
      for (const { status, json, headers } of refused) {
        expect(status, JSON.stringify(json)).toBe(503);
        expect(json).toMatchObject({ ok: false, error: { code: 'overloaded' } });
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(headers.get('x-svc-request-id')).toMatch(/^req_/);
      }
      const found = new Set<string>();
      for (let skip = 0; ; skip += 200) {
        const { json } = await node.call('GET', 'tickets', { token, query: { limit: 200, skip } });
        for (const { id } of json.items) found.add(String(id));
        if (json.items.length < 200) break;
      }
      expect(acknowledged.size).toBeGreaterThan(0);
      for (const id of acknowledged) expect(found).toContain(id);
    } finally {
      isOver = true;
      await node.kill();
      await way.close();
    }
  },
  60_000 + CUTS * 30_000,
);
