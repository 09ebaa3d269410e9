/**
 * `GET ai_usage` over 90 days and 1,000,000 AI calls, day by day, against `GET tickets?limit=25` over 5,000 tickets, on
 * each engine. Both take turns; the figure is the median of the rounds' ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Db } from '#server/db/db.ts';
import { fillSite } from './fill-site.ts';
import { median } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
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
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  const { database } = service;
  try {
    await loadCalls(database.owner, siteId, now);
    const get = (query: string) => service.send('GET', query);
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
    await service.close();
  }
}

/** A figure that leaves calls out would be quick as well. */
function checkTotal(payload: string): void {
  const counts = [...payload.matchAll(/"date":"[^"]*","calls":(\d+)/g)].map((match) => Number(match[1]));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length !== DAYS || total !== CALLS) throw new Error(`${counts.length} days have ${total} calls`);
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await compare('PGlite', join(folder, 'pglite'), null);
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
