import { sql, type Db } from '#server/db/db.ts';

export const CALLS = 1_000_000;
export const DAYS = 90;

const TABLES = [sql`ai_call`, sql`ai_usage_day`, sql`ai_latency_day`, sql`ai_refusal`];

/** By set-based SQL, instead of the calls of the story: sessions, calls, and their sums by day as the service writes them. */
export async function loadCalls(db: Db, siteId: number, now: Date): Promise<void> {
  for (const table of TABLES) {
    await db.query(sql`delete from ${table} where site_id = ${siteId}`);
  }
  const first = await db.takeIds(BigInt(siteId), 2 * CALLS + 1);
  await db.query(sql`
    insert into chat_session (site_id, id, session_id, channel, ticket_id, started_utc)
    select ${siteId}, ${first}::bigint + n, 'session-' || n, 'web', t.ids[1 + n % cardinality(t.ids)], ${now.toISOString()}
    from generate_series(0, ${CALLS}::integer / 6) n
    cross join (select array_agg(id) as ids from ticket where site_id = ${siteId}) t`);
  await db.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, session_id, token_id, created_utc)
    select ${siteId}, ${first + BigInt(CALLS)}::bigint + n, (array['bot', 'copilot', 'summary', 'intent', 'tone', 'kb_search'])[1 + n % 6],
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
  await db.query({ text: 'analyze ai_call, ai_usage_day, ai_latency_day, chat_session', values: [] });
}
