import type { AiCallStatus, AiCap, AiFeature } from '#contract/ai-names.ts';
import { type Db, json, sql, type Statement } from '#server/db/db.ts';

export interface AiCallRow {
  /** `self_test` is reserved for the self-test, whose rows no one else sees. */
  readonly feature: AiFeature | 'self_test';
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** As reported with the call; null to compute it. */
  readonly costUsd: number | null;
  readonly price: TokenPrice | null;
  readonly latencyMs: number;
  readonly status: AiCallStatus;
  readonly errorCode: string | null;
  readonly cacheHit: boolean;
  readonly sessionId: string | null;
  /** Null keeps the ticket of an existing call. */
  readonly ticketId: bigint | null;
  readonly tokenId: bigint | null;
  readonly externalId: string | null;
  /** Null: the current time for a new call, unchanged for an existing one. */
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
  /** Whether the site has any limit. */
  readonly has_caps: boolean;
}

/** Exact: multiplies decimals and never divides. 0 without a price. */
export function costOf(
  inputTokens: number | Statement,
  outputTokens: number | Statement,
  price: Readonly<Record<keyof TokenPrice, number | Statement>> | null,
): Statement {
  if (price === null) return sql`0::numeric`;
  return sql`trim_scale((${inputTokens}::numeric * ${price.inputUsd}::numeric
    + ${outputTokens}::numeric * ${price.outputUsd}::numeric) * 0.000001)`;
}

/** The change of a day's totals by the rows `moved`. */
const DELTAS = sql`sum(sign)::bigint, coalesce(sum(sign) filter (where cache_hit), 0),
  coalesce(sum(sign) filter (where status = 'error'), 0), sum(sign * input_tokens)::bigint,
  sum(sign * output_tokens)::bigint, trim_scale(sum(sign * cost_usd)), sum(sign * latency_ms)::bigint,
  coalesce(sum(sign) filter (where not is_priced), 0)`;

const KEY = sql`site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0)`;

/**
 * Adds the signed rows `moved` to the daily totals and the daily latency histograms, as CTEs, grouped so that each key is
 * written once.
 */
const DAY_UPDATES = sql`
  days as (
    insert into ai_usage_day as d (site_id, day, feature, model, token_id, calls, cache_hits, errors, input_tokens,
      output_tokens, cost_usd, latency_ms, unpriced)
    select ${KEY}, ${DELTAS} from moved group by 1, 2, 3, 4, 5
    on conflict (site_id, day, feature, model, token_id) do update set
      calls = d.calls + excluded.calls, cache_hits = d.cache_hits + excluded.cache_hits,
      errors = d.errors + excluded.errors, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, cost_usd = trim_scale(d.cost_usd + excluded.cost_usd),
      latency_ms = d.latency_ms + excluded.latency_ms, unpriced = d.unpriced + excluded.unpriced
  ), latencies as (
    insert into ai_latency_day as d (site_id, day, feature, model, token_id, le_ms, calls)
    select ${KEY}, ai_latency_bound(latency_ms), sum(sign) from moved group by 1, 2, 3, 4, 5, 6
    on conflict (site_id, day, feature, model, token_id, le_ms) do update set calls = d.calls + excluded.calls
  )`;

/** Serializes the writers of a site: two that touch several days could deadlock. */
function lockCalls(siteId: bigint): Statement {
  return sql`pg_advisory_xact_lock(hashtextextended(${`ai calls ${siteId}`}::text, 0))`;
}

const hasCaps = (siteId: bigint) => sql`exists (select from ai_billing b where b.site_id = ${siteId}
  and num_nonnulls(b.monthly_budget_usd, b.daily_token_limit, b.minute_call_limit) > 0) as has_caps`;

/** The columns of a new call and its price, for `jsonb_to_recordset`. */
const NEW_CALL = sql`feature text, model text, input_tokens bigint, output_tokens bigint, cost_usd numeric, input_usd numeric,
  output_usd numeric, is_priced boolean, latency_ms integer, status text, error_code text, cache_hit boolean, session_id text,
  ticket_id bigint, token_id bigint, external_id text, created_utc timestamptz(3)`;

/**
 * Inserts calls and adds them to their days in one statement. Returns them in order, without those whose `externalId`
 * already exists.
 */
export async function insertAiCalls(
  db: Db,
  siteId: bigint,
  rows: readonly AiCallRow[],
  now: string,
): Promise<StoredAiCall[]> {
  const calls = rows.map((row) => ({
    feature: row.feature,
    model: row.model,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cost_usd: row.costUsd,
    input_usd: row.price?.inputUsd,
    output_usd: row.price?.outputUsd,
    is_priced: isPriced(row),
    latency_ms: row.latencyMs,
    status: row.status,
    error_code: row.errorCode,
    cache_hit: row.cacheHit,
    session_id: row.sessionId,
    ticket_id: row.ticketId,
    token_id: row.tokenId,
    external_id: row.externalId,
    created_utc: row.createdUtc ?? now,
  }));
  const price = { inputUsd: sql`r.input_usd`, outputUsd: sql`r.output_usd` };
  const first = await db.takeIds(siteId, calls.length);
  return db.query<StoredAiCall>(sql`
    with stored as (
      insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms,
        status, error_code, cache_hit, session_id, ticket_id, token_id, external_id, created_utc)
      select ${siteId}, ${first}::bigint + row_number() over () - 1, r.feature, r.model, r.input_tokens, r.output_tokens,
        coalesce(r.cost_usd, ${costOf(sql`r.input_tokens`, sql`r.output_tokens`, price)}, 0), r.is_priced, r.latency_ms, r.status,
        r.error_code, r.cache_hit, r.session_id, ${ticketOf(siteId, sql`r.ticket_id`)}, r.token_id, r.external_id, r.created_utc
      from ${lockCalls(siteId)}, jsonb_to_recordset(${json(calls)}::text::jsonb) as r (${NEW_CALL})
      on conflict (site_id, external_id) where external_id is not null do nothing
      returning *
    ), moved as (
      select 1 as sign, * from stored
    ), ${DAY_UPDATES}
    select id, tokens, cost_usd, is_priced, created_utc, ${hasCaps(siteId)} from stored`);
}

/**
 * Replaces the values of an existing call and adjusts its days by the difference. Undefined if there is no such call.
 */
export async function updateAiCall(
  db: Db,
  siteId: bigint,
  row: AiCallRow & { readonly externalId: string },
): Promise<StoredAiCall | undefined> {
  const cost =
    row.costUsd === null ? costOf(row.inputTokens, row.outputTokens, row.price) : sql`${row.costUsd}::numeric`;
  const createdUtc = sql`coalesce(${row.createdUtc}::timestamptz(3), old.created_utc)`;
  const [stored] = await db.query<StoredAiCall>(sql`
    with old as (
      select * from ai_call where site_id = ${siteId} and external_id = ${row.externalId} for update
    ), stored as (
      update ai_call c set feature = ${row.feature}, model = ${row.model}, input_tokens = ${row.inputTokens}::bigint,
        output_tokens = ${row.outputTokens}::bigint, cost_usd = ${cost}, is_priced = ${isPriced(row)}::boolean,
        latency_ms = ${row.latencyMs}::integer, status = ${row.status}, error_code = ${row.errorCode}::text, cache_hit = ${row.cacheHit}::boolean,
        session_id = ${row.sessionId}::text, ticket_id = coalesce(${ticketOf(siteId, sql`${row.ticketId}`)}, old.ticket_id),
        token_id = coalesce(${row.tokenId}::bigint, old.token_id), created_utc = ${createdUtc}
      from old where c.site_id = old.site_id and c.id = old.id
      returning c.*
    ), moved as (
      select 1 as sign, * from stored union all select -1, * from old
    ), ${DAY_UPDATES}
    select id, tokens, cost_usd, is_priced, created_utc, ${hasCaps(siteId)} from stored`);
  return stored;
}

interface Unpriced {
  readonly model: string;
  readonly price: TokenPrice;
  /** The maximum number of calls. */
  readonly rows: number;
}

/** Costs unpriced calls and adjusts their days by the difference. Returns how many it costed. */
export async function costUnpricedCalls(db: Db, siteId: bigint, { model, price, rows }: Unpriced): Promise<number> {
  const [{ n } = { n: 0 }] = await db.query<{ n: number }>(sql`
    with old as (
      select c.* from ${lockCalls(siteId)} l, ai_call c
      where c.site_id = ${siteId} and c.model = ${model} and not c.is_priced order by c.id limit ${rows} for update of c
    ), stored as (
      update ai_call c set cost_usd = ${costOf(sql`c.input_tokens`, sql`c.output_tokens`, price)}, is_priced = true
      from old where c.site_id = old.site_id and c.id = old.id
      returning c.*
    ), moved as (
      select 1 as sign, * from stored union all select -1, * from old
    ), ${DAY_UPDATES}
    select count(*)::integer as n from stored`);
  return n;
}

export interface RefusedCall {
  readonly feature: AiFeature;
  readonly model: string;
  readonly isPriced: boolean;
  readonly caps: readonly AiCap[];
  readonly tokenId: bigint | null;
  readonly ticketId: bigint | null;
}

/** Records a call that a limit refused, and counts it in its day. */
export async function insertRefusal(db: Db, siteId: bigint, row: RefusedCall, now: string): Promise<void> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    with stored as (
      insert into ai_refusal (site_id, id, feature, model, is_priced, caps, token_id, ticket_id, created_utc)
      select ${siteId}, ${id}::bigint, ${row.feature}::text, ${row.model}::text, ${row.isPriced}::boolean,
        ${row.caps}::text[], ${row.tokenId}::bigint, ${ticketOf(siteId, sql`${row.ticketId}`)}, ${now}::timestamptz
      from ${lockCalls(siteId)}
      returning *
    )
    insert into ai_usage_day as d (site_id, day, feature, model, token_id, refused)
    select site_id, (created_utc at time zone 'UTC')::date, feature, model, coalesce(token_id, 0), 1 from stored
    on conflict (site_id, day, feature, model, token_id) do update set refused = d.refused + 1`);
}

/** Null if the ticket has been deleted since it was checked: the money is spent, so the call is logged anyway. */
function ticketOf(siteId: bigint, ticketId: Statement): Statement {
  return sql`(select t.id from ticket t where t.site_id = ${siteId} and t.id = ${ticketId}::bigint)`;
}

function isPriced(row: AiCallRow): boolean {
  return row.costUsd !== null || row.price !== null;
}

/** @param day the first UTC day to keep */
export async function deleteRefusalsBefore(db: Db, siteId: bigint, day: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from ai_refusal where site_id = ${siteId} and id = any(array(
      select id from ai_refusal where site_id = ${siteId} and created_utc < ${`${day}T00:00:00Z`}::timestamptz
      order by created_utc limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function findSessionCosts(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
): Promise<{ session_id: string; cost_usd: string }[]> {
  return db.query(sql`
    select c.session_id, sum(c.cost_usd) as cost_usd from ai_call c
    where c.site_id = ${siteId} and c.session_id = any(${sessionIds}::text[]) group by 1`);
}
