/**
 * `GET ai_usage` over 90 days and 1,000,000 AI calls, day by day, and each report of `ai_reports` over the same, against
 * `GET tickets?limit=25` over 5,000 tickets, on each engine. They take turns; a figure is the median of its rounds' ratios.
 * Groups that are added up from the calls themselves have no goal: theirs is printed. `-- postgres` measures that alone.
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
/** Reports: a page of groups with their histograms, or of calls with what they were made for. */
const REPORT_GOAL = 4;
const CALLS = 1_000_000;
const DAYS = 90;
const ROUNDS = 15;
const A_ROUND = 20;

const USAGE = `ai_usage&days=${DAYS}&include=trend`;
const LIST = 'tickets&limit=25';

interface Case {
  readonly name: string;
  readonly query: string;
  /** Times a list of tickets at most, or null where it may take what it takes. */
  readonly goal: number | null;
}

/** Reports from a UTC day through today. */
function reports(from: string): Case[] {
  const usage = (query: string, goal: number | null): Case => ({
    name: `report=usage${query}`,
    query: `ai_reports&report=usage&from=${from}${query}`,
    goal,
  });
  const calls = (query: string): Case => ({
    name: `report=calls${query}`,
    query: `ai_reports&report=calls&from=${from}${query}`,
    goal: REPORT_GOAL,
  });
  return [
    ...['', '&group_by=day', '&group_by=feature', '&group_by=model,token'].map((query) => usage(query, REPORT_GOAL)),
    usage('&group_by=day,feature', REPORT_GOAL),
    ...['session', 'ticket', 'customer'].map((group) => usage(`&group_by=${group}&order_by=cost`, null)),
    ...['&status=error', '&status=ok', '&cache_hit=1'].map((query) => usage(query, REPORT_GOAL)),
    ...['', '&order_by=cost', '&status=error', '&cache_hit=1', '&feature=bot', '&skip=1000'].map(calls),
  ];
}

const TABLES = [
  sql`ai_call`,
  sql`ai_usage_day`,
  sql`ai_latency_day`,
  sql`ai_part_day`,
  sql`ai_part_latency_day`,
  sql`ai_refusal`,
];
/** Calls with the parts that have sums of their own. */
const PARTS = sql`ai_call cross join lateral (values ('error', status = 'error'), ('cached', cache_hit)) p (part, is_in)`;

/** By set-based SQL, instead of the calls of the story: sessions, calls, and their sums by day as the service writes them. */
async function loadCalls(db: Db, siteId: number, now: Date): Promise<void> {
  for (const table of TABLES) {
    await db.query(sql`delete from ${table} where site_id = ${siteId}`);
  }
  await db.query(sql`
    insert into chat_session (site_id, id, session_id, channel, ticket_id, started_utc)
    select ${siteId}, next_id(${siteId}), 'session-' || n, 'web', t.ids[1 + n % cardinality(t.ids)], ${now.toISOString()}
    from generate_series(0, ${CALLS}::integer / 6) n
    cross join (select array_agg(id) as ids from ticket where site_id = ${siteId}) t`);
  await db.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, session_id, token_id, created_utc)
    select ${siteId}, next_id(${siteId}), (array['bot', 'copilot', 'summary', 'intent', 'tone', 'kb_search'])[1 + n % 6],
      (array['small', 'large', 'embed'])[1 + n % 3], 100 + n % 900, 20 + n % 300, 0.0000001 * (n % 9000), true, 200 + n % 4000,
      case when n % 50 = 0 then 'error' else 'ok' end, n % 5 = 0,
      case when n % 6 <> 1 then 'session-' || n / 6 end, 1 + n % 2,
      ${now.toISOString()}::timestamptz - interval '1 minute' * (n * ${((DAYS - 1) * 1440) / CALLS}::float8)
    from generate_series(1, ${CALLS}::integer) n`);
  await db.query(sql`
    insert into ai_usage_day (site_id, day, feature, model, token_id, calls, cache_hits, errors, input_tokens,
      output_tokens, cost_usd, latency_ms)
    select site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0), count(*),
      count(*) filter (where cache_hit), count(*) filter (where status = 'error'), sum(input_tokens), sum(output_tokens),
      sum(cost_usd), sum(latency_ms)
    from ai_call where site_id = ${siteId} group by 1, 2, 3, 4, 5`);
  await db.query(sql`
    insert into ai_latency_day (site_id, day, feature, model, token_id, le_ms, calls)
    select site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0),
      ai_latency_bound(latency_ms), count(*)
    from ai_call where site_id = ${siteId} group by 1, 2, 3, 4, 5, 6`);
  await db.query(sql`
    insert into ai_part_day
    select site_id, part, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0), count(*),
      count(*) filter (where cache_hit), count(*) filter (where status = 'error'), sum(input_tokens), sum(output_tokens),
      sum(cost_usd), sum(latency_ms), 0, 0, 0
    from ${PARTS} where is_in and site_id = ${siteId} group by 1, 2, 3, 4, 5, 6`);
  await db.query(sql`
    insert into ai_part_latency_day
    select site_id, part, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0),
      ai_latency_bound(latency_ms), count(*)
    from ${PARTS} where is_in and site_id = ${siteId} group by 1, 2, 3, 4, 5, 6, 7`);
  await db.query({
    text: 'analyze ai_part_day, ai_part_latency_day, ai_call, ai_usage_day, ai_latency_day, chat_session',
    values: [],
  });
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  const { database } = service;
  try {
    await loadCalls(database.owner, siteId, now);
    const get = (query: string) => service.send('GET', query);
    const round = async (query: string, times: number) => {
      const startedMs = performance.now();
      for (let n = 0; n < times; n += 1) await get(query);
      return (performance.now() - startedMs) / times;
    };
    checkTotal(await get(USAGE));
    const from = new Date(now.getTime() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
    const cases = [{ name: 'ai_usage', query: USAGE, goal: GOAL }, ...reports(from)];
    const rounds: Map<string, number>[] = [];
    for (let n = -2; n < ROUNDS; n += 1) {
      const took = new Map<string, number>();
      for (const { query, goal } of cases) took.set(query, await round(query, goal === null ? 1 : A_ROUND));
      took.set(LIST, await round(LIST, A_ROUND));
      if (n >= 0) rounds.push(took);
    }
    const times = (query: string) => rounds.map((took) => took.get(query) ?? Number.NaN);
    const ticketsMs = median(times(LIST));
    for (const { name, query, goal } of cases) {
      const ratio = median(times(query).map((ms, index) => ms / (times(LIST)[index] ?? Number.NaN)));
      console.log(
        `${name} over ${CALLS} calls on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
          `(${median(times(query)).toFixed(1)} ms against ${ticketsMs.toFixed(1)} ms; goal ${goal ?? 'none'})`,
      );
      if (goal !== null && ratio > goal) process.exitCode = 1;
    }
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
  if (process.argv[2] !== 'postgres') await compare('PGlite', join(folder, 'pglite'), null);
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
