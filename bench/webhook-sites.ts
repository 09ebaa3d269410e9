/**
 * How long after its commit a delivery is first attempted: several nodes on one PostgreSQL, many sites with two subscriptions
 * each, events of random sites. `node bench/webhook-sites.ts SITES DELIVERIES_A_SECOND SECONDS`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { startReceiver } from '#server/testing/receiver.ts';
import { median, percentile } from './measure.ts';
import { withPostgres } from './with-postgres.ts';

const [sites = 10_000, deliveriesPerSecond = 300, seconds = 30] = process.argv.slice(2).map(Number);
const NODES = 3;
const SUBSCRIPTIONS = 2;
const GOAL_MS = 2_000;
const SECRET = 'a key of the bench, of more than 32 characters';

const committed = z.object({ id: z.number(), committedMs: z.number() });
const sent = z.object({ data: z.object({ id: z.number() }) });

/** Fills a new database, whose sites have the numbers from 1. */
async function fill(databaseUrl: string, receiverUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl });
  const now = new Date().toISOString();
  const { owner } = database;
  await owner.query(sql`
    with made as (
      insert into site (name, created_utc) select 'Site', ${now}::timestamptz from generate_series(1, ${sites}::integer)
      returning id
    ) insert into site_sequence (site_id, next_id, next_ticket_number) select id, ${SUBSCRIPTIONS + 1}, 1001 from made`);
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    select s.id, n, ${receiverUrl}, '{*}', false, 'active', ${new AppKeys(SECRET).current.id}, 'nonce', ${now}::timestamptz, ${now}::timestamptz
    from site s cross join generate_series(1, ${SUBSCRIPTIONS}::integer) n`);
  await owner.query(sql`
    insert into site_due (site_id, kind, due_utc) select id, 'webhooks', ${now}::timestamptz from site`);
  await owner.query(sql`analyze`);
  await database.close();
}

function startNode(databaseUrl: string, node: number): ChildProcess {
  const eventsPerSecond = deliveriesPerSecond / SUBSCRIPTIONS / NODES;
  const job = { databaseUrl, secret: SECRET, node, sites, eventsPerSecond, seconds };
  return fork(fileURLToPath(new URL('webhook-node.ts', import.meta.url)), [JSON.stringify(job)]);
}

/** Resolves with the next message that has the field. */
function messageWith(child: ChildProcess, field: string): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && field in message) resolve();
    });
  });
}

/** Resolves when all sites have been visited once, as they are at each start of a node. */
async function settle(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl });
  const startedMs = performance.now();
  for (;;) {
    const due = await database.owner.query(sql`
      select 1 as one from site_due where due_utc <= ${new Date().toISOString()}::timestamptz limit 1`);
    if (due.length === 0) break;
    await wait(50);
  }
  console.log(`${sites} sites were visited within ${Math.round(performance.now() - startedMs)} ms of the start`);
  await database.close();
}

await withPostgres(async (databaseUrl) => {
  const receiver = await startReceiver();
  const arrivals: { readonly id: number; readonly atMs: number }[] = [];
  receiver.answer((response, { body }) => {
    arrivals.push({ id: sent.parse(JSON.parse(body)).data.id, atMs: Date.now() });
    response.end();
  });
  const commits = new Map<number, number>();
  const nodes: ChildProcess[] = [];
  try {
    await fill(databaseUrl, receiver.url);
    for (let node = 1; node <= NODES; node += 1) nodes.push(startNode(databaseUrl, node));
    for (const child of nodes) {
      child.on('message', (message) => {
        const { success, data } = committed.safeParse(message);
        if (success) commits.set(data.id, data.committedMs);
      });
    }
    await Promise.all(nodes.map((child) => messageWith(child, 'started')));
    await settle(databaseUrl);
    const written = nodes.map((child) => messageWith(child, 'written'));
    for (const child of nodes) child.send('begin');
    await Promise.all(written);
    await receiver.untilReceived(commits.size * SUBSCRIPTIONS);
    const exits = nodes.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of nodes) child.send('stop');
    await Promise.all(exits);
    const delays = arrivals.map(({ id, atMs }) => Math.max(0, atMs - (commits.get(id) ?? Number.NaN)));
    const p99 = percentile(delays, 0.99);
    console.log(
      `${delays.length} deliveries of ${sites} sites with ${sites * SUBSCRIPTIONS} subscriptions, ${deliveriesPerSecond} a second on ${NODES} nodes: ` +
        `first attempt ${median(delays)} ms after the commit (median), ${p99} ms (p99), ${Math.max(...delays)} ms (slowest); ` +
        `${(p99 / GOAL_MS).toFixed(2)} of the goal`,
    );
    if (p99 > GOAL_MS) process.exitCode = 1;
  } finally {
    for (const child of nodes) child.kill();
    await receiver.close();
  }
});
