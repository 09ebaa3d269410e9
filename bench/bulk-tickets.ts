/**
 * One `POST tickets_bulk` that changes 1,000 tickets by filter, on each engine, against a bare update of the same rows
 * through the same database. Both take turns, and each turn moves the tickets to the other priority.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/db.ts';
import { buildApp } from '#server/http/app.ts';
import { createLog } from '#server/http/log.ts';
import { TEST_CONFIG } from '#server/testing/service.ts';
import { fillSite } from './fill-site.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL_MS = 2_000;
const TICKETS = 1_000;
const ROUNDS = 9;
const TAG = 'bench-thousand';

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const secret = 'bench'.repeat(8);
  const env: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, APP_SECRET: secret };
  const { siteId, token } = await fillSite(folder, 5_000, env);
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const app = await buildApp({
    database,
    config: { ...TEST_CONFIG, logLevel: 'error' },
    clock: { now: () => new Date() },
    log: createLog({ level: 'silent', now: () => new Date(), write: () => undefined }),
    secret,
    dist: 'no-such-folder',
    isTest: true,
  });
  try {
    // Marked by hand, so that the filter finds exactly these among all.
    await database.owner.query(sql`
      update ticket set tags = tags || ${TAG}::text, tag_keys = tag_keys || ${TAG}::text, priority = 'normal'
      where site_id = ${siteId} and id in (select id from ticket where site_id = ${siteId} order by id limit ${TICKETS})`);
    await database.owner.query({ text: 'analyze ticket', values: [] });
    const ours = async (priority: string) => {
      const { statusCode, payload } = await app.inject({
        method: 'POST',
        url: '/v1/api.ashx?resource=tickets_bulk',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ filter: { tag: TAG }, patch: { priority } }),
      });
      if (statusCode !== 200 || !payload.includes(`"changed":${TICKETS},`)) throw new Error(payload.slice(0, 300));
    };
    const bare = (priority: string) =>
      database.forSite(BigInt(siteId)).query(sql`
        update ticket set priority = ${priority}, version = version + 1, updated_utc = ${new Date().toISOString()}
        where site_id = ${siteId} and tag_keys @> array[${TAG}]::text[]`);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const took = { ours: await time(() => ours('high')), bare: await time(() => bare('low')) };
      if (round >= 0) rounds.push(took);
    }
    const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    console.log(
      `tickets_bulk of ${TICKETS} by filter on ${engine}: ${oursMs.toFixed(0)} ms (goal ${GOAL_MS}), ` +
        `${ratio.toFixed(1)} times a bare update of the same rows (${bareMs.toFixed(0)} ms)`,
    );
    if (oursMs > GOAL_MS) process.exitCode = 1;
  } finally {
    await app.close();
    await database.close();
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await compare('PGlite', join(folder, 'pglite'), null);
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
