import type { AiCallStatus, AiFeature } from '#contract/ai-names.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface AiCallRow {
  /** `self_test` is kept for the self-test, whose rows nobody else ever sees. */
  readonly feature: AiFeature | 'self_test';
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What somebody said that it cost; null to reckon it. */
  readonly costUsd: number | null;
  readonly price: TokenPrice | null;
  readonly latencyMs: number;
  readonly status: AiCallStatus;
  readonly cacheHit: boolean;
  readonly sessionId: string | null;
  readonly externalId: string | null;
  /** Null: now for a new call, and what it was for a call that is known. */
  readonly createdUtc: string | null;
}

/** USD per million tokens. */
export interface TokenPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

export interface StoredAiCall {
  readonly id: bigint;
  readonly tokens: bigint;
  readonly cost_usd: string;
  readonly is_priced: boolean;
  readonly created_utc: string;
  /** Whether the site has any limit that the call counts against. */
  readonly has_caps: boolean;
}

/** Exact: decimals are multiplied, never divided. Nothing where there is no price. */
export function costOf(inputTokens: number, outputTokens: number, price: TokenPrice | null): Statement {
  if (price === null) return sql`0::numeric`;
  return sql`trim_scale((${inputTokens}::numeric * ${price.inputUsd}::numeric
    + ${outputTokens}::numeric * ${price.outputUsd}::numeric) * 0.000001)`;
}

/** What a call adds to its day. */
const SUMS = sql`sum(sign)::bigint, (sum(sign) filter (where cache_hit)), (sum(sign) filter (where status = 'error')),
  sum(sign * tokens)::bigint, sum(sign * cost_usd), sum(sign * latency_ms)::bigint, (sum(sign) filter (where not is_priced))`;

/** From rows `moved` with a sign to the days: those of one day and feature are one row, so that it is written once. */
const MOVE_DAYS = sql`
  insert into ai_usage_day as d
    (site_id, day, feature, calls, cache_hits, errors, tokens, cost_usd, latency_ms, unpriced)
  select site_id, day, feature, calls, coalesce(cache_hits, 0), coalesce(errors, 0), tokens, cost_usd, latency_ms,
    coalesce(unpriced, 0)
  from (
    select site_id, (created_utc at time zone 'UTC')::date, feature, ${SUMS} from moved group by 1, 2, 3
  ) s (site_id, day, feature, calls, cache_hits, errors, tokens, cost_usd, latency_ms, unpriced)
  on conflict (site_id, day, feature) do update set
    calls = d.calls + excluded.calls, cache_hits = d.cache_hits + excluded.cache_hits,
    errors = d.errors + excluded.errors, tokens = d.tokens + excluded.tokens,
    cost_usd = trim_scale(d.cost_usd + excluded.cost_usd), latency_ms = d.latency_ms + excluded.latency_ms,
    unpriced = d.unpriced + excluded.unpriced`;

const HAS_CAPS = (siteId: bigint) => sql`exists (select from ai_billing b where b.site_id = ${siteId}
  and num_nonnulls(b.monthly_budget_usd, b.daily_token_limit, b.minute_call_limit) > 0) as has_caps`;

/**
 * Adds a call and moves its day, in one statement. Undefined when the site knows its `externalId` already.
 * Writers of one site go one after the other, or two that touch the days of several features would wait in a circle.
 */
export async function insertAiCall(
  db: Db,
  siteId: bigint,
  row: AiCallRow,
  now: string,
): Promise<StoredAiCall | undefined> {
  const cost =
    row.costUsd === null ? costOf(row.inputTokens, row.outputTokens, row.price) : sql`${row.costUsd}::numeric`;
  const [stored] = await db.query<StoredAiCall>(sql`
    with stored as (
      insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms,
        status, cache_hit, session_id, external_id, created_utc)
      select ${siteId}, next_id(${siteId}), ${row.feature}::text, ${row.model}::text, ${row.inputTokens}::bigint,
        ${row.outputTokens}::bigint, ${cost}, ${isPriced(row)}::boolean, ${row.latencyMs}::integer, ${row.status}::text,
        ${row.cacheHit}::boolean, ${row.sessionId}::text, ${row.externalId}::text,
        coalesce(${row.createdUtc}::timestamptz, ${now}::timestamptz)
      from pg_advisory_xact_lock(hashtextextended(${`ai calls ${siteId}`}::text, 0))
      on conflict (site_id, external_id) where external_id is not null do nothing
      returning *
    ), moved as (
      select 1 as sign, * from stored
    ), days as (${MOVE_DAYS})
    select id, tokens, cost_usd, is_priced, created_utc, ${HAS_CAPS(siteId)} from stored`);
  return stored;
}

/** Gives a known call its new values; its days move by the difference. Undefined when it is not known. */
export async function updateAiCall(
  db: Db,
  siteId: bigint,
  row: AiCallRow & { readonly externalId: string },
): Promise<StoredAiCall | undefined> {
  const cost =
    row.costUsd === null ? costOf(row.inputTokens, row.outputTokens, row.price) : sql`${row.costUsd}::numeric`;
  const [stored] = await db.query<StoredAiCall>(sql`
    with old as (
      select * from ai_call where site_id = ${siteId} and external_id = ${row.externalId} for update
    ), stored as (
      update ai_call c set feature = ${row.feature}, model = ${row.model}, input_tokens = ${row.inputTokens}::bigint,
        output_tokens = ${row.outputTokens}::bigint, cost_usd = ${cost}, is_priced = ${isPriced(row)}::boolean,
        latency_ms = ${row.latencyMs}::integer, status = ${row.status}, cache_hit = ${row.cacheHit}::boolean,
        session_id = ${row.sessionId}::text, created_utc = coalesce(${row.createdUtc}::timestamptz, old.created_utc)
      from old where c.site_id = old.site_id and c.id = old.id
      returning c.*
    ), moved as (
      select 1 as sign, * from stored union all select -1, * from old
    ), days as (${MOVE_DAYS})
    select id, tokens, cost_usd, is_priced, created_utc, ${HAS_CAPS(siteId)} from stored`);
  return stored;
}

function isPriced(row: AiCallRow): boolean {
  return row.costUsd !== null || row.price !== null;
}
