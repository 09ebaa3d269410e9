/**
 * `POST bind_channels_bulk` with a file of 16 MiB, against a bare `unnest` insert of the same rows
 * into a table without an index, through the same database; both take turns. Without row results and with them. Then
 * ten such uploads at once to the service in a process of its own: how far its memory rises over idle.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_CSV_BYTES } from '#contract/channels.ts';
import { importBindings } from '#server/customers/bulk-bind/bind-bulk.ts';
import { sql, type Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSite } from '#server/site/create-site.ts';
import { csvUpload } from '#server/testing/csv-upload.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { runAdmin, startService } from '#tools/service/start-service.ts';
import { median, time } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { mostResidentMb, residentMb } from './resident-memory.ts';
import { withPostgres } from './with-postgres.ts';

const ROUNDS = 3;
const CHUNK = 5_000;
const UPLOADS = 10;
const GOAL_MB = 512;
const GOAL_MS = 1_000;

/** As large as one call may be: about 290,000 customers with a phone each. */
function makeFile(prefix: string): { text: string; rows: string[][] } {
  let text = 'channel,external_user_id,email\r\n';
  const rows: string[][] = [];
  for (;;) {
    const n = String(rows.length).padStart(7, '0');
    const row = ['whatsapp', `+4930${n}`, `${prefix}${n}@shop.example.org`];
    const line = `${row.join(',')}\r\n`;
    if (text.length + line.length > MAX_CSV_BYTES) return { text, rows };
    rows.push(row);
    text += line;
  }
}

async function compare(
  engine: string,
  folder: string,
  databaseUrl: string | null,
  goals: { readonly plain: number; readonly withRows: number },
): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  try {
    const { text, rows } = makeFile('person.');
    let longestMs = 0;
    const ours = async (hasRows: boolean) => {
      const request = { name: 'Bench', timeZone: 'UTC', isDemo: false, undeployed: [] };
      const site = await createSite(database.owner, request, new Date());
      const db = timed(database.forSite(site.id), (ms) => (longestMs = Math.max(longestMs, ms)));
      const context = { actor: TEST_ACTOR, now: new Date() };
      const options = { isDry: false, chunk: CHUNK, context, history: { hasRows } };
      const { bound } = (await importBindings(db, site, csvUpload(text, { maxTransactions: 2 }), options)).toReply(
        false,
      );
      if (bound !== rows.length) throw new Error(`${bound} rows of ${rows.length} were bound`);
    };
    const bare = async () => {
      await database.owner.query(sql`drop table if exists bare_binding`);
      await database.owner.query(sql`create table bare_binding (channel text, external_user_id text, email text)`);
      for (let at = 0; at < rows.length; at += CHUNK) {
        const [channels, ids, emails] = [0, 1, 2].map((cell) => rows.slice(at, at + CHUNK).map((row) => row[cell]));
        await database.owner.query(sql`
          insert into bare_binding select * from unnest(${channels}::text[], ${ids}::text[], ${emails}::text[])`);
      }
    };
    for (const [hasRows, goal] of [
      [false, goals.plain],
      [true, goals.withRows],
    ] as const) {
      longestMs = 0;
      const rounds: { ours: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({ bare: await time(bare), ours: await time(() => ours(hasRows)) });
      }
      const ratio = median(rounds.map((round) => round.bare / round.ours));
      const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
      console.log(
        `bind_channels_bulk of ${rows.length} rows on ${engine}${hasRows ? ' with row results' : ''}: ` +
          `${ratio.toFixed(3)} of a bare insert's speed (goal ${goal}); ${oursMs.toFixed(0)} against ${bareMs.toFixed(0)} ms, ` +
          `${((rows.length / oursMs) * 1000).toFixed(0)} rows a second, longest transaction ${longestMs.toFixed(0)} ms ` +
          `(goal ${GOAL_MS})`,
      );
      if (ratio < goal || longestMs > GOAL_MS) process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
}

/** The same database, which measures each transaction. */
function timed(db: Db, report: (ms: number) => void): Db {
  return {
    ...db,
    transaction: async (work, reserve) => {
      let startedMs = 0;
      const result = await db.transaction((db) => {
        startedMs = performance.now();
        return work(db);
      }, reserve);
      report(performance.now() - startedMs);
      return result;
    },
  };
}

async function uploadAtOnce(engine: string, dataDir: string, env: Record<string, string>): Promise<void> {
  const tokens: string[] = [];
  for (let n = 0; n < UPLOADS; n += 1) {
    const { site_id } = await runAdmin(dataDir, ['site', 'create', '--name', `Bench ${n}`], env);
    const options = ['--site-id', String(site_id), '--label', 'Bench', '--scopes', '*'];
    tokens.push(String((await runAdmin(dataDir, ['token', 'create', ...options], env))['token']));
  }
  const { text } = makeFile('person.');
  const service = await startService({ dataDir, env });
  const pid = service.process()?.pid ?? 0;
  const send = async (token: string, body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const url = `${service.url}/v1/api.ashx?resource=bind_channels_bulk`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, answer: await answer.text() };
  };
  try {
    // Once before, since an engine that has worked is larger than one that has not.
    await send(tokens[0] ?? '', text.slice(0, 1_000_000));
    const idleMb = await residentMb(pid);
    let answers: Awaited<ReturnType<typeof send>>[] = [];
    const mostMb = await mostResidentMb(pid, async () => {
      answers = await Promise.all(tokens.map((token) => send(token, text)));
    });
    const done = answers.filter(({ status }) => status === 200).length;
    const roseMb = mostMb - idleMb;
    console.log(
      `${UPLOADS} uploads of 16 MiB at once on ${engine}: ${roseMb.toFixed(0)} MB over idle (${idleMb.toFixed(0)} MB; goal ` +
        `${GOAL_MB}), ${done} done, ${answers.length - done} asked to come again`,
    );
    if (answers.some(({ status }) => status !== 200 && status !== 503)) throw new Error(JSON.stringify(answers));
    if (roseMb > GOAL_MB) process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url, { plain: 0.12, withRows: 0.1 }));
  await withPostgres((url) => uploadAtOnce('PostgreSQL', join(folder, 'uploads-postgres'), serviceEnv(url)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
