import { afterEach, expect, inject, test } from 'vitest';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { makeDist, makeSetting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type ServiceNode } from '#server/testing/service-node.ts';

const IS_LONG = inject('trials') === 'long';
const KILLS = IS_LONG ? 20 : 1;
const EVENTS_BEFORE_KILL = 30;
/** The most deliveries to one endpoint that can be in flight when the service is killed. */
const IN_FLIGHT = 8;

const nodes: ServiceNode[] = [];
let receiver: Receiver | undefined;
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.kill();
  await receiver?.close();
});

interface Sent {
  readonly type: string;
  readonly data: { readonly id: number };
}

test(
  'acknowledged deliveries of a killed service are sent or still wait, and only those in flight come twice, under one id',
  async () => {
    const [dist, setting] = [await makeDist(), await makeSetting()];
    const { token } = await makeNodeSite(setting);
    const variables = { ...setting.variables, WEBHOOK_ALLOW_PRIVATE: '1' };
    const taken = await startReceiver();
    receiver = taken;
    const acknowledged = new Set<string>();
    let isSubscribed = false;

    for (let kill = 0; kill < KILLS; kill += 1) {
      const node = await startNode(dist, variables);
      nodes.push(node);
      if (!isSubscribed) {
        const body = { url: taken.url, events: ['ticket.created'] };
        expect((await node.call('POST', 'webhook_subscriptions', { token, body })).status).toBe(200);
        isSubscribed = true;
      }
      const goal = taken.received.length + EVENTS_BEFORE_KILL / 2;
      const write = async () => {
        for (;;) {
          const body = { subject: 'Told to others' };
          const answer = await node.call('POST', 'tickets', { token, body }).catch(() => null);
          if (answer === null) return;
          acknowledged.add(String(answer.json.data.id));
        }
      };
      const writing = Promise.all([write(), write()]);
      await taken.untilReceived(goal);
      await node.kill();
      await writing;
      nodes.pop();
    }

    const node = await startNode(dist, variables);
    nodes.push(node);
    const idOf = (body: string) => String((JSON.parse(body) as Sent).data.id);
    const waiting = async (state: string): Promise<number> => {
      const { json } = await node.call('GET', 'webhook_deliveries', { token, query: { state, limit: 1 } });
      return json.data.total_count;
    };
    // Unclaimed deliveries go out at once; those of the killed service keep their slots until its lease expires.
    const isHeldUp = async () => !IS_LONG && (await waiting('delivering')) >= IN_FLIGHT;
    while ((await waiting('pending')) > 0 && !(await isHeldUp()));
    if (IS_LONG) while ((await waiting('delivering')) > 0);
    const left = await waiting('pending');
    const held = await waiting('delivering');
    expect(held).toBeLessThanOrEqual(IN_FLIGHT);

    const delivered = new Map<string, Set<string>>();
    let times = 0;
    for (const { headers, body } of taken.received) {
      const ids = delivered.get(idOf(body)) ?? new Set<string>();
      delivered.set(idOf(body), ids.add(String(headers['webhook-id'])));
      times += 1;
    }
    const missing = [...acknowledged].filter((id) => !delivered.has(id));
    expect(missing.length).toBeLessThanOrEqual(left + held);
    expect(times - delivered.size).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
    for (const ids of delivered.values()) expect(ids.size).toBe(1);
    // A write that was rolled back is not delivered: every delivered one exists.
    for (const id of delivered.keys()) {
      expect((await node.call('GET', 'ticket', { token, query: { id } })).status).toBe(200);
    }
  },
  // The long form waits for every lease of a minute.
  120_000 + KILLS * 90_000,
);
