/**
 * `GET tickets&format=csv&all=1` of 100,000 tickets by HTTP from a service process of its own: how far its
 * memory rises, against a tenth of them, and how many rows a second it writes against a cursor that only reads them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { startService } from '#tools/service/start-service.ts';
import { makeSite } from './fill-site.ts';
import { loadTickets } from './load-tickets.ts';
import { median, time } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { mostResidentMb, residentMb } from './resident-memory.ts';
import { withPostgres } from './with-postgres.ts';

const TICKETS = 100_000;
const BATCH = 1_000;
const ROUNDS = 3;
/** How much further memory may rise for ten times the rows: 32, and as much again as two equal exports may differ by. */
const GOAL_MB = 64;
/** Share of the rows per second that the bare cursor reads. */
const GOAL = 0.25;

/** Reads all tickets with the exported columns by a cursor, and does nothing with them. */
async function readByCursor(folder: string, databaseUrl: string | null): Promise<number> {
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const read = () =>
    database.owner.transaction(async (db) => {
      await db.query({
        text: `declare all_tickets no scroll cursor for
          select id, ticket_number, subject, status, priority, channel, requester_name, requester_email,
            requester_phone, array_to_string(tags, ',') as tags, first_response_utc, resolved_utc, created_utc,
            customer_identity_id
          from ticket order by created_utc desc, id desc`,
        values: [],
      });
      let rows = 0;
      for (let got = -1; got !== 0; rows += got) {
        got = (await db.query({ text: `fetch ${BATCH} from all_tickets`, values: [] })).length;
      }
      if (rows !== TICKETS) throw new Error(`The cursor has read ${rows} rows`);
    });
  try {
    const rounds: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const ms = await time(read);
      if (round >= 0) rounds.push(ms);
    }
    return median(rounds);
  } finally {
    await database.close();
  }
}

async function measure(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const env = { ...serviceEnv(databaseUrl), LOG_LEVEL: 'error' };
  const { siteId, token } = await makeSite(folder, env);
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  await loadTickets(database.owner, siteId, { from: 1, to: TICKETS, now: new Date() });
  await database.close();
  const service = await startService({ dataDir: folder, env });
  const pid = service.process()?.pid ?? 0;
  const exportUrl = `${service.url}/v1/api.ashx?resource=tickets&format=csv&all=1`;
  let few = 0;
  const rounds: number[] = [];
  try {
    for (let n = 0; n < 3; n += 1) await readAll(service.url, token, TICKETS);
    const idleMb = await residentMb(pid);
    const fewMb = await mostResidentMb(pid, async () => {
      for (let round = 0; round < ROUNDS; round += 1) few = await countRows(`${exportUrl}&tag=vip`, token);
    });
    const manyMb = await mostResidentMb(pid, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const took = await time(async () => {
          const rows = await countRows(exportUrl, token);
          if (rows !== TICKETS) throw new Error(`${rows} rows came instead of ${TICKETS}`);
        });
        rounds.push(took);
      }
    });
    console.log(
      `CSV of ${TICKETS} tickets on ${engine}: ${(manyMb - idleMb).toFixed(0)} MB over idle (${idleMb.toFixed(0)} MB), ` +
        `${(fewMb - idleMb).toFixed(0)} MB for ${few} of them (goal: at most ${GOAL_MB} MB more)`,
    );
    if (manyMb - fewMb > GOAL_MB) process.exitCode = 1;
  } finally {
    await service.stop();
  }
  const [oursMs, bareMs] = [median(rounds), await readByCursor(folder, databaseUrl)];
  const ratio = bareMs / oursMs;
  console.log(
    `CSV of ${TICKETS} tickets on ${engine}: ${((TICKETS / oursMs) * 1000).toFixed(0)} rows a second, ` +
      `${ratio.toFixed(2)} of the ${((TICKETS / bareMs) * 1000).toFixed(0)} that a cursor reads (goal ${GOAL})`,
  );
  if (ratio < GOAL) process.exitCode = 1;
}

/**
 * A page behind all others, of which each has to be looked at: the pages that the embedded engine keeps of its files are
 * then part of the idle memory.
 */
async function readAll(url: string, token: string, tickets: number): Promise<void> {
  const page = `q=question&limit=200&skip=${tickets - 200}`;
  const answer = await fetch(`${url}/v1/api.ashx?resource=tickets&${page}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!(await answer.text()).includes(`"total_count":${tickets}`)) throw new Error('Not every ticket was found');
}

/** Takes a file as it comes and answers how many rows it has; none of the exported cells has a line break. */
async function countRows(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status}: ${await answer.text()}`);
  let lines = 0;
  for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines += 1;
  return lines - 1;
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => measure('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
