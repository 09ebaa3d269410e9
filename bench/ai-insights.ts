/**
 * One `GET ai_insights` over 100,000 messages of visitors in 90 days, on each engine, against bare SQL that groups the
 * same messages by their first 80 characters as they are. Both take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { buildApp } from '#server/http/app.ts';
import { createLog } from '#server/http/log.ts';
import { TEST_CONFIG } from '#server/testing/service.ts';
import { fillSite } from './fill-site.ts';
import { withPostgres } from './with-postgres.ts';

const MESSAGES = 100_000;
const ROUNDS = 7;

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const secret = 'bench'.repeat(8);
  const env: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, APP_SECRET: secret };
  const { siteId, token } = await fillSite(folder, 1, env);
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const now = new Date();
  const app = await buildApp({
    database,
    config: { ...TEST_CONFIG, logLevel: 'error' },
    clock: { now: () => now },
    log: createLog({ level: 'silent', now: () => now, write: () => undefined }),
    secret,
    dist: 'no-such-folder',
    isTest: true,
  });
  try {
    const at = now.toISOString();
    await database.owner.query(sql`
      insert into chat_session (site_id, id, session_id, channel, started_utc)
      values (${siteId}, 1000000, 'bench', 'web', ${at})`);
    // Twenty thousand texts, the last of which are asked most often.
    await database.owner.query(sql`
      insert into chat_message (site_id, id, session_id, role, text, created_utc)
      select ${siteId}, 1000000 + n, 'bench', 'visitor',
        'Where is my order ' || floor(sqrt(n::float * 4000)) || ' that I have been waiting for since last week?',
        ${at}::timestamptz - make_interval(mins => n % 128000)
      from generate_series(1, ${MESSAGES}::integer) n`);
    await database.owner.query({ text: 'vacuum (analyze) chat_message', values: [] });
    const ours = async () => {
      const { statusCode, payload } = await app.inject({
        url: '/v1/api.ashx?resource=ai_insights&days=90',
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode !== 200 || !payload.includes('"top_questions":[{')) throw new Error(payload.slice(0, 300));
    };
    const bare = () =>
      database.owner.query(sql`
        select left(text, 80) as label, count(*)::integer as count from chat_message
        where site_id = ${siteId} and role = 'visitor' and created_utc >= ${at}::timestamptz - interval '90 days'
        group by 1 order by 2 desc limit 10`);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const took = { ours: await time(ours), bare: await time(bare) };
      if (round >= 0) rounds.push(took);
    }
    const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    console.log(
      `ai_insights over ${MESSAGES} messages on ${engine}: ${oursMs.toFixed(0)} ms, ` +
        `${ratio.toFixed(1)} times bare SQL without the comparing of spellings (${bareMs.toFixed(0)} ms)`,
    );
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
