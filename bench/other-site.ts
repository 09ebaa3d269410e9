/**
 * How long `GET tickets?limit=25` of one site takes while another site keeps the service busy, against the same in quiet:
 * over HTTP on the service in a process of its own. The load comes from another thread, so that reading
 * its answers holds up no measured call. Quiet and busy take turns.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '#server/db/open-database.ts';
import { sql, type Db } from '#server/db/db.ts';
import { startService } from '#tools/service/start-service.ts';
import { fillSite, makeSite } from './fill-site.ts';
import { CALLS, loadCalls } from './load-calls.ts';
import { loadTickets, WORDS } from './load-tickets.ts';
import { median, percentile } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

/** The other site's 99th percentile may grow by this factor at most. */
const GOAL = 2;
const TICKETS = 100_000;
/** A bulk change takes 10,000 tickets at most. */
const UNDONE = 8_991;
const TAG = 'bench-undo';
const MAX_CALLS = 1_000;
const MAX_MS = 20_000;

interface Site {
  readonly siteId: number;
  readonly token: string;
}

type Send = (query: string, body?: object) => Promise<string>;

/** Something that one site does; it is done again until the other one has been measured. */
interface Load {
  readonly name: string;
  readonly atOnce: number;
  prepare?(send: Send): Promise<void>;
  run(send: Send): Promise<unknown>;
}

let undoToken = '';

/** Input of the load thread, and its result. */
interface LoadOrder {
  readonly url: string;
  readonly token: string;
  readonly index: number;
}
interface LoadEnd {
  readonly done: number;
  readonly refused: number;
}

const LOADS: readonly Load[] = [
  {
    name: `an undo of ${UNDONE} tickets`,
    atOnce: 1,
    async prepare(send) {
      const done = await send('tickets_bulk', { filter: { tag: TAG }, patch: { add_tags: ['seen'] } });
      const token = /"undo_token":"([^"]+)"/.exec(done)?.[1];
      if (token === undefined) throw new Error(done.slice(0, 300));
      undoToken = token;
    },
    run: (send) => send('tickets_undo', { undo_token: undoToken }),
  },
  {
    name: `12 reports by conversation over ${CALLS} calls`,
    atOnce: 12,
    run: (send) => send('ai_reports&report=usage&group_by=session&order_by=cost'),
  },
  { name: '8 searches for a common word', atOnce: 8, run: (send) => send(`tickets&q=${WORDS.common}`) },
  { name: '4 exports of all tickets', atOnce: 4, run: (send) => send('tickets&format=csv&all=1') },
  { name: '8 transcripts of 5,000 long messages', atOnce: 8, run: (send) => send('transcripts&sessionId=long') },
];

async function fill(
  folder: string,
  databaseUrl: string | null,
): Promise<{ readonly busy: Site; readonly other: Site }> {
  const env = serviceEnv(databaseUrl);
  const busy = await makeSite(folder, env);
  const other = await fillSite(folder, 5_000, env);
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const now = new Date();
  try {
    await loadTickets(database.owner, busy.siteId, { from: 1, to: TICKETS, now });
    await loadCalls(database.owner, busy.siteId, now);
    await tag(database.owner, busy.siteId, now);
    await insertLongSession(database.owner, busy.siteId, now);
  } finally {
    await database.close();
  }
  return { busy, other };
}

async function tag(db: Db, siteId: number, now: Date): Promise<void> {
  await db.query(sql`
    update ticket set tags = tags || ${TAG}::text, tag_keys = tag_keys || ${TAG}::text,
      search_text = search_text || ' ' || ${TAG}::text where site_id = ${siteId}
      and id = any(array(select id from ticket where site_id = ${siteId} order by id limit ${UNDONE}))`);
  const id = await db.takeIds(BigInt(siteId), 1);
  await db.query(sql`
    insert into tag (site_id, id, name, name_key, created_utc)
    values (${siteId}, ${id}, ${TAG}, ${TAG}, ${now.toISOString()})`);
  await db.query(sql`
    insert into counter (site_id, name, key, n) values (${siteId}, 'ticket_tag', ${TAG}, ${UNDONE})`);
}

async function insertLongSession(db: Db, siteId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const first = await db.takeIds(BigInt(siteId), 5001);
  await db.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc, message_count)
    values (${siteId}, ${first}, 'long', 'web', ${at}, 5000)`);
  await db.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${siteId}, ${first}::bigint + n, 'long', 'visitor', repeat('x', 2000), ${at} from generate_series(1, 5000) n`);
}

function sender(url: string, token: string, onRefused: () => void): Send {
  return async (query, body) => {
    const response = await fetch(`${url}/v1/api.ashx?resource=${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) onRefused();
    return response.text();
  };
}

/** Runs in its own thread until asked to end; once if it only prepares the load. */
async function runLoad({ url, token, index }: LoadOrder): Promise<void> {
  const load = LOADS[index];
  if (load === undefined || parentPort === null) throw new Error(`no load ${index}`);
  let [done, refused, isEnding] = [0, 0, false];
  const send = sender(url, token, () => (refused += 1));
  parentPort.once('message', () => {
    isEnding = true;
  });
  await load.prepare?.(send);
  parentPort.postMessage('begun');
  const repeat = async (): Promise<void> => {
    do {
      await load.run(send);
      done += 1;
    } while (!isEnding && load.prepare === undefined);
  };
  await Promise.all(Array.from({ length: load.atOnce }, repeat));
  parentPort.postMessage({ done, refused } satisfies LoadEnd);
  parentPort.removeAllListeners();
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { busy, other } = await fill(folder, databaseUrl);
  const service = await startService({ dataDir: folder, env: serviceEnv(databaseUrl) });
  const ask = sender(service.url, other.token, () => {
    throw new Error('a call of the other site was refused');
  });
  const measure = async (isOver: () => boolean): Promise<number[]> => {
    const took: number[] = [];
    const endMs = performance.now() + MAX_MS;
    while (!isOver() && took.length < MAX_CALLS && performance.now() < endMs) {
      const startedMs = performance.now();
      await ask('tickets&limit=25');
      took.push(performance.now() - startedMs);
    }
    return took;
  };
  try {
    await measure(() => false);
    for (const [index, { name }] of LOADS.entries()) {
      const quiet = await measure(() => false);
      const order: LoadOrder = { url: service.url, token: busy.token, index };
      const worker = new Worker(new URL(import.meta.url), { workerData: order });
      await once(worker, 'message');
      const startedMs = performance.now();
      let end: LoadEnd | null = null;
      const ended = once(worker, 'message').then(([message]: LoadEnd[]) => {
        end = message ?? null;
      });
      const during = await measure(() => end !== null);
      worker.postMessage('end');
      await ended;
      report(`${name} on ${engine}`, quiet, during, end ?? { done: 0, refused: 0 }, performance.now() - startedMs);
    }
  } finally {
    await service.stop();
  }
}

function report(
  what: string,
  quiet: readonly number[],
  during: readonly number[],
  { done, refused }: LoadEnd,
  ms: number,
): void {
  const ratio = percentile(during, 0.99) / percentile(quiet, 0.99);
  const figures = (values: readonly number[]) =>
    `median ${median(values).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)}, longest ${Math.max(...values).toFixed(0)} ms`;
  console.log(
    `${ratio > GOAL ? 'OVER ' : ''}another site beside ${what}: ${ratio.toFixed(2)} times its quiet p99 (${figures(during)} of ` +
      `${during.length} calls; quiet ${figures(quiet)}); ${done} done in ${(ms / 1000).toFixed(1)} s, ${refused} refused`,
  );
  if (ratio > GOAL) process.exitCode = 1;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
  try {
    await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await (isMainThread ? main() : runLoad(workerData));
