/**
 * `GET ai_usage` over 90 days and 1,000,000 AI calls, day by day, against `GET tickets?limit=25` over 5,000 tickets, on
 * each engine. Both take turns; the figure is the median of the rounds' ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { sql, type Db } from '#server/db/db.ts';
import { buildApp } from '#server/http/app.ts';
import { createLog } from '#server/http/log.ts';
import { TEST_CONFIG } from '#server/testing/service.ts';
import { fillSite } from './fill-site.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL = 2;
const CALLS = 1_000_000;
const DAYS = 90;
const ROUNDS = 15;
const A_ROUND = 20;

/** By set-based SQL: the calls, and their sums by day as the service writes them. */
async function loadCalls(db: Db, siteId: number, now: Date): Promise<void> {
  await db.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, created_utc)
    select ${siteId}, next_id(${siteId}), (array['bot', 'copilot', 'summary', 'intent', 'tone', 'kb_search'])[1 + n % 6],
      'small', 100 + n % 900, 20 + n % 300, 0.0000001 * (n % 9000), true, 200 + n % 4000,
      case when n % 50 = 0 then 'error' else 'ok' end, n % 5 = 0,
      ${now.toISOString()}::timestamptz - interval '1 minute' * (n * ${(DAYS * 1440 - 1000) / CALLS}::float8)
    from generate_series(1, ${CALLS}::integer) n`);
  await db.query(sql`
    insert into ai_usage_day
      (site_id, day, feature, calls, cache_hits, errors, tokens, cost_usd, latency_ms, unpriced)
    select site_id, (created_utc at time zone 'UTC')::date, feature, count(*), count(*) filter (where cache_hit),
      count(*) filter (where status = 'error'), sum(tokens), sum(cost_usd), sum(latency_ms), 0
    from ai_call where site_id = ${siteId} group by 1, 2, 3`);
  await db.query({ text: 'analyze ai_call, ai_usage_day', values: [] });
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const secret = 'bench'.repeat(8);
  const env: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, APP_SECRET: secret };
  const { siteId, token } = await fillSite(folder, 5_000, env);
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
    await loadCalls(database.owner, siteId, now);
    const get = async (query: string) => {
      const { statusCode, payload } = await app.inject({
        url: `/v1/api.ashx?resource=${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode !== 200) throw new Error(payload.slice(0, 300));
      return payload;
    };
    const round = async (query: string) => {
      const startedMs = performance.now();
      for (let n = 0; n < A_ROUND; n += 1) await get(query);
      return (performance.now() - startedMs) / A_ROUND;
    };
    const usage = `ai_usage&days=${DAYS}&include=trend`;
    checkTotal(await get(usage));
    const rounds: { usage: number; tickets: number }[] = [];
    for (let n = -2; n < ROUNDS; n += 1) {
      const took = { usage: await round(usage), tickets: await round('tickets&limit=25') };
      if (n >= 0) rounds.push(took);
    }
    const ratio = median(rounds.map((took) => took.usage / took.tickets));
    const [usageMs, ticketsMs] = [median(rounds.map((r) => r.usage)), median(rounds.map((r) => r.tickets))];
    console.log(
      `ai_usage over ${CALLS} calls on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
        `(${usageMs.toFixed(1)} ms against ${ticketsMs.toFixed(1)} ms; goal ${GOAL})`,
    );
    if (ratio > GOAL) process.exitCode = 1;
  } finally {
    await app.close();
    await database.close();
  }
}

/** A figure that leaves calls out would be quick as well. */
function checkTotal(payload: string): void {
  const counts = [...payload.matchAll(/"date":"[^"]*","calls":(\d+)/g)].map((match) => Number(match[1]));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length !== DAYS || total !== CALLS) throw new Error(`${counts.length} days have ${total} calls`);
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
