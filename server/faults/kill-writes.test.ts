import { afterEach, expect, inject, test } from 'vitest';
import { makeDist, makeSetting } from '#server/testing/run-program.ts';
import { makeNodeSite, makeNodeToken, startNode, type ServiceNode } from '#server/testing/service-node.ts';

const KILLS = inject('trials') === 'long' ? 60 : 1;
/** Concurrent calls. */
const HANDS = 4;
const ACKS_BEFORE_KILL = 80;

const nodes: ServiceNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.kill();
});

test(
  'a killed service has stored every write that it acknowledged, each whole, and uses no id twice',
  async () => {
    const [dist, setting] = [await makeDist(), await makeSetting()];
    const { siteId, token: reader } = await makeNodeSite(setting);
    const acknowledged = new Map<bigint, string>();
    let sent = 0;

    for (let kill = 0; kill < KILLS; kill += 1) {
      const token = await makeNodeToken(setting, siteId);
      const node = await startNode(dist, setting.variables);
      nodes.push(node);
      let acksLeft = ACKS_BEFORE_KILL;
      const work = async () => {
        for (;;) {
          sent += 1;
          const subject = `Ticket ${sent}`;
          const body = { subject, requester_email: `p${sent}@example.org`, initial_comment: `Comment of ${subject}` };
          const answer = await node.call('POST', 'tickets', { token, body }).catch(() => null);
          if (answer === null) return;
          expect(answer.status).toBe(200);
          const id = BigInt(answer.json.data.id);
          expect(acknowledged.has(id)).toBe(false);
          acknowledged.set(id, subject);
          acksLeft -= 1;
          if (acksLeft === 0) await node.kill();
        }
      };
      await Promise.all(Array.from({ length: HANDS }, work));
      nodes.pop();
    }

    const node = await startNode(dist, setting.variables);
    nodes.push(node);
    const seen = new Map<bigint, string>();
    for (let skip = 0; ; skip += 200) {
      const { json } = await node.call('GET', 'tickets', { token: reader, query: { limit: 200, skip } });
      for (const ticket of json.items) seen.set(BigInt(ticket.id), ticket.subject);
      if (json.items.length < 200) break;
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * ACKS_BEFORE_KILL);
    for (const [id, subject] of acknowledged) expect(seen.get(id)).toBe(subject);
    // Calls in progress at the kill may have been stored; then they are whole.
    expect(seen.size - acknowledged.size).toBeLessThanOrEqual(KILLS * HANDS);
    for (const id of seen.keys()) {
      const { json } = await node.call('GET', 'ticket', { token: reader, query: { id, include: 'comments,activity' } });
      expect(json.data.comments).toHaveLength(1);
      expect(json.data.activity.length).toBeGreaterThan(0);
      expect(json.data.customer_identity_id).not.toBeNull();
    }
  },
  KILLS * 60_000,
);
