/**
 * How long a list of a quiet site takes while twenty of a thousand sites storm, against the same in calm, and how much memory
 * the service holds: 2,000 tickets a site, over HTTP, the service in a process of its own. The load comes from another thread.
 * A quiet site asks five times a second, which is less than its part of the processors.
 * `node bench/quiet-site.ts SITES TICKETS`.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { keysMadeFor } from '#contract/contact-keys.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { sql, type Database, type Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { startService, type RunningService } from '#tools/service/start-service.ts';
import { loadTickets, WORDS } from './load-tickets.ts';
import { median, percentile } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { residentMb } from './resident-memory.ts';
import { vacuum } from './vacuum.ts';
import { withPostgres } from './with-postgres.ts';

const [sites = 1_000, ticketsEach = 2_000] = process.argv.slice(2).map(Number);
const BUSY_SITES = 20;
const CALLS_AT_ONCE = 4;
const CALLS = 300;
/** Calls of the storm's first seconds, in which it opens connections. */
const FIRST_CALLS = 25;
const EVERY_MS = 200;
const GOAL = 3;
const TABLES = ['agent', 'ticket', 'customer_identity', 'csat_response', 'channel_message', 'counter'] as const;
/** A busy site asks for these in turn. */
const STORM = [
  'tickets&limit=25&facets=1&status=open,pending',
  `tickets&limit=25&q=${WORDS.common}`,
  'health',
  'csat&days=365&include=trend',
  'customer_identities&limit=50&q=a',
] as const;

interface StormOrder {
  readonly url: string;
  readonly tokens: readonly string[];
}

/** Fills a new database with equal sites, which have the numbers from 1. Answers a token of each. */
async function fill(database: Database): Promise<string[]> {
  const { owner } = database;
  const now = new Date();
  await owner.query(sql`
    with made as (
      insert into site (name, created_utc, keys_made_for)
      select 'Site', ${now.toISOString()}::timestamptz, ${keysMadeFor(null)}
      from generate_series(1, ${sites}::integer) returning id
    ) insert into site_sequence (site_id, next_id, next_ticket_number) select id, 9000001, 9000001 from made`);
  await loadTickets(owner, 1, { from: 1, to: ticketsEach, now });
  await owner.transaction(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'`, values: [] });
    await db.query({ text: `set local maintenance_work_mem = '256MB'`, values: [] });
    for (const table of TABLES) await copyToAllSites(db, table);
  });
  await vacuum(owner, ...TABLES);
  const tokens: string[] = [];
  for (let site = 1n; site <= BigInt(sites); site += 1n) {
    const request = { label: 'Bench', scopes: ['*'], rateLimitPerMin: 1_000_000 };
    tokens.push((await issueToken(database.forSite(site), site, request, { actor: ADMIN_ACTOR, now })).token);
  }
  return tokens;
}

/** Copies the rows of the first site; indexes are rebuilt afterwards, which takes a fraction of maintaining them. */
async function copyToAllSites(db: Db, table: string): Promise<void> {
  const indexes = await db.query<{ name: string; definition: string }>(sql`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.tablename = ${table} and not exists (select from pg_constraint c where c.conname = i.indexname)`);
  for (const { name } of indexes) await db.query({ text: `drop index ${name}`, values: [] });
  const columns = await db.query<{ name: string }>(sql`
    select quote_ident(attname) as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      and not attisdropped and attgenerated = '' and attname <> 'site_id'`);
  const names = columns.map(({ name }) => name);
  await db.query({
    text: `insert into ${table} (site_id, ${names.join(', ')}) overriding system value
      select s.id, ${names.map((name) => `t.${name}`).join(', ')} from site s cross join ${table} t
      where t.site_id = 1 and s.id > 1`,
    values: [],
  });
  for (const { definition } of indexes) await db.query({ text: definition, values: [] });
}

async function ask(url: string, token: string, query: string): Promise<boolean> {
  const response = await fetch(`${url}/v1/api.ashx?resource=${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.ok;
}

/** Runs in its own thread until asked to end. */
async function storm({ url, tokens }: StormOrder): Promise<void> {
  let [done, refused, isEnding] = [0, 0, false];
  parentPort?.once('message', () => (isEnding = true));
  parentPort?.postMessage('begun');
  await Promise.all(
    tokens.flatMap((token) =>
      Array.from({ length: CALLS_AT_ONCE }, async (_, worker) => {
        for (let n = worker; !isEnding; n += 1) {
          if (await ask(url, token, STORM[n % STORM.length] ?? 'health')) done += 1;
          else refused += 1;
        }
      }),
    ),
  );
  parentPort?.postMessage({ done, refused });
}

async function measureQuiet(url: string, token: string, calls = CALLS): Promise<number[]> {
  const took: number[] = [];
  while (took.length < calls) {
    const startedMs = performance.now();
    if (!(await ask(url, token, 'tickets&limit=25'))) throw new Error('a call of the quiet site was refused');
    took.push(performance.now() - startedMs);
    await setTimeout(Math.max(0, EVERY_MS - (took.at(-1) ?? 0)));
  }
  return took;
}

/** Each site lists its tickets and looks at its health, so that whatever is kept per site is kept for all. */
async function visitAll(url: string, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    await ask(url, token, 'tickets&limit=25&facets=1');
    await ask(url, token, 'health');
  }
}

async function memoryMb(service: RunningService): Promise<string> {
  return (await residentMb(service.process()?.pid ?? 0)).toFixed(0);
}

async function compare(folder: string, databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl });
  const tokens = await fill(database);
  await database.close();
  const service = await startService({ dataDir: folder, env: serviceEnv(databaseUrl) });
  try {
    const [quietToken = ''] = tokens;
    const calm = await measureQuiet(service.url, quietToken);
    const memory = [await memoryMb(service)];
    for (let round = 0; round < 3; round += 1) {
      await visitAll(service.url, tokens);
      memory.push(await memoryMb(service));
    }
    console.log(`memory after one site, then after three visits of each of ${sites} sites: ${memory.join(', ')} MB`);
    const order: StormOrder = { url: service.url, tokens: tokens.slice(1, 1 + BUSY_SITES) };
    const worker = new Worker(new URL(import.meta.url), { workerData: order });
    await once(worker, 'message');
    const startedMs = performance.now();
    const first = await measureQuiet(service.url, quietToken, FIRST_CALLS);
    const during = await measureQuiet(service.url, quietToken);
    const seconds = (performance.now() - startedMs) / 1000;
    const ended = once(worker, 'message');
    worker.postMessage('end');
    const [{ done, refused }] = await ended;
    report(calm, during);
    console.log(`the first ${FIRST_CALLS} calls under the storm: longest ${Math.max(...first).toFixed(0)} ms`);
    console.log(
      `the storm: ${(done / seconds).toFixed(0)} calls a second, ${refused} refused; ${await memoryMb(service)} MB`,
    );
  } finally {
    await service.stop();
  }
}

function report(calm: readonly number[], during: readonly number[]): void {
  const ratio = percentile(during, 0.99) / percentile(calm, 0.99);
  const figures = (values: readonly number[]) =>
    `median ${median(values).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)}, longest ${Math.max(...values).toFixed(0)} ms`;
  console.log(
    `${ratio > GOAL ? 'OVER ' : ''}a quiet one of ${sites} sites while ${BUSY_SITES} storm: ${ratio.toFixed(2)} times its calm p99 ` +
      `(${figures(during)} of ${during.length} calls; calm ${figures(calm)})`,
  );
  if (ratio > GOAL) process.exitCode = 1;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
  try {
    await withPostgres((url) => compare(folder, url));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await (isMainThread ? main() : storm(workerData));
