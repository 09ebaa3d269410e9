/** One node of webhook-sites.ts: delivers, writes events of random sites, and tells its parent when each was committed. */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { Deliverer } from '#server/webhooks/deliverer.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';

const job = z
  .object({
    databaseUrl: z.string(),
    secret: z.string(),
    node: z.number(),
    sites: z.number(),
    eventsPerSecond: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const database = await openDatabase({ dataDir: '', databaseUrl: job.databaseUrl });
const deliverer = new Deliverer({
  database,
  keys: new AppKeys(job.secret),
  clock: { now: () => new Date() },
  resolveHost: () => Promise.reject(new Error('the receiver has an IP address')),
  allowPrivate: true,
  random: Math.random,
  report: () => undefined,
  warn: (error, message) => console.error(message, error),
});
deliverer.start();
const isTold = new Promise<void>((resolve) => process.once('message', () => resolve()));
process.send?.({ started: true });
await isTold;

async function write(id: number): Promise<void> {
  const site = { id: BigInt(1 + Math.floor(Math.random() * job.sites)) };
  await database.forSite(site.id).transaction(async (db) => {
    const event = { type: 'ticket.created', data: { id } } as const;
    await recordEvent(db, site, event, { actor: ADMIN_ACTOR, now: new Date() });
  });
  process.send?.({ id, committedMs: Date.now() });
}

const writes: Promise<void>[] = [];
const startedMs = performance.now();
for (let n = 0; n < job.eventsPerSecond * job.seconds; n += 1) {
  const early = startedMs + (n * 1_000) / job.eventsPerSecond - performance.now();
  if (early > 0) await wait(early);
  writes.push(write(job.node * 1_000_000 + n));
}
await Promise.all(writes);
await new Promise<void>((resolve) => {
  process.once('message', () => resolve());
  process.send?.({ written: true });
});
await deliverer.stop();
await database.close();
process.disconnect();
