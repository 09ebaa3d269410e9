/**
 * How long after the answer of `POST tickets` its webhook arrives at a receiver on this machine,, and
 * what a write costs with one subscription more than without: both by HTTP from a service process of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { startService } from '#tools/service/start-service.ts';
import { makeSite } from './fill-site.ts';
import { median, percentile, time } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const WRITES = 200;
const ROUNDS = 7;
const A_ROUND = 15;
/** A webhook of the write before has arrived and is booked by then. */
const PAUSE_MS = 25;
/** The deliverer polls so often for what no write has announced: server/webhooks/deliverer.ts. */
const LOOK_MS = 1_000;
/** Share of the baseline latency, at most. */
const GOAL = 0.25;
const COST_GOAL = 1.5;

const made = z.object({ data: z.object({ id: z.number() }) });

async function measure(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const env = { ...serviceEnv(databaseUrl), WEBHOOK_ALLOW_PRIVATE: '1', LOG_LEVEL: 'error' };
  const { token } = await makeSite(folder, env);
  const receiver = await startReceiver();
  const service = await startService({ dataDir: folder, env });
  const call = async (method: string, resource: string, body: object): Promise<number> => {
    const answer = await fetch(`${service.url}/v1/api.ashx?resource=${resource}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${resource}: ${answer.status} ${text.slice(0, 300)}`);
    return made.parse(JSON.parse(text)).data.id;
  };
  const write = () => call('POST', 'tickets', { subject: 'Bell' });
  try {
    const id = await call('POST', 'webhook_subscriptions', { url: receiver.url, events: ['ticket.created'] });
    const delays: number[] = [];
    for (let n = -10; n < WRITES; n += 1) {
      const delay = await delayOf(receiver, write);
      if (n >= 0) delays.push(delay);
    }
    const [half, most] = [median(delays), percentile(delays, 0.95)];
    const ratio = most / LOOK_MS;
    console.log(
      `a webhook on ${engine}: ${half.toFixed(1)} ms after the answer (median), ${most.toFixed(1)} ms (p95), ` +
        `${ratio.toFixed(3)} of the second at which the deliverer looks by itself (p95; goal ${GOAL})`,
    );

    const setActive = (enabled: boolean) => call('PATCH', 'webhook_subscriptions', { id, enabled });
    const round = async (isSubscribed: boolean, pauseMs: number) => {
      await setActive(isSubscribed);
      const took: number[] = [];
      const startedMs = performance.now();
      for (let n = 0; n < A_ROUND; n += 1) {
        took.push(await time(write));
        if (pauseMs > 0) await wait(pauseMs);
      }
      return pauseMs > 0 ? median(took) : (performance.now() - startedMs) / A_ROUND;
    };
    // One after the other, so that each write has the machine to itself; then as fast as they are taken.
    for (const [what, pauseMs, goal] of [
      ['alone', PAUSE_MS, COST_GOAL],
      ['while the webhooks of others are sent', 0, null],
    ] as const) {
      const rounds: { subscribed: number; unsubscribed: number }[] = [];
      for (let n = -1; n < ROUNDS; n += 1) {
        const took = { subscribed: await round(true, pauseMs), unsubscribed: await round(false, pauseMs) };
        if (n >= 0) rounds.push(took);
      }
      const cost = median(rounds.map(({ subscribed, unsubscribed }) => subscribed / unsubscribed));
      const [subscribedMs, unsubscribedMs] = [
        median(rounds.map((r) => r.subscribed)),
        median(rounds.map((r) => r.unsubscribed)),
      ];
      console.log(
        `POST tickets with a subscription, ${what}, on ${engine}: ${cost.toFixed(2)} times one without ` +
          `(${subscribedMs.toFixed(1)} ms against ${unsubscribedMs.toFixed(1)} ms, ${goal === null ? 'no goal' : `goal ${goal}`})`,
      );
      if (goal !== null && cost > goal) process.exitCode = 1;
    }
    if (ratio > GOAL) process.exitCode = 1;
  } finally {
    await service.stop();
    await receiver.close();
  }
}

/** From the answer to the arrival; a webhook that overtakes its answer is no delay. */
async function delayOf(receiver: Receiver, write: () => Promise<unknown>): Promise<number> {
  let arrivedMs = 0;
  receiver.answer((response) => {
    arrivedMs = performance.now();
    response.end('taken');
  });
  const arrived = receiver.untilReceived(receiver.received.length + 1);
  await write();
  const answeredMs = performance.now();
  await arrived;
  return Math.max(0, arrivedMs - answeredMs);
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => measure('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
