import type { AiCap } from '#contract/ai-names.ts';
import { sql, type Db } from '#server/db/db.ts';
import { costOf, type TokenPrice } from './ai-calls.sql.ts';
import { capsFrom } from './caps.sql.ts';

/** An upper bound of what a call may use. */
export interface CallEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly price: TokenPrice | null;
}

export interface ReservationTimes {
  readonly now: string;
  readonly expires: string;
}

/** Either the reservation, or the limits that refuse the call. */
export type ReservationRow =
  | { readonly id: bigint; readonly hit: null }
  | { readonly id: null; readonly hit: readonly AiCap[] };

/**
 * Reserves a call unless usage and existing reservations have reached a hard limit. A call counts in the minute, day
 * and month in which it started. Call it while holding `lockCaps`.
 */
export async function insertReservation(
  db: Db,
  siteId: bigint,
  estimate: CallEstimate,
  { now, expires }: ReservationTimes,
): Promise<ReservationRow> {
  const { inputTokens, outputTokens, price } = estimate;
  const newId = await db.takeIds(siteId, 1);
  const [row] = await db.query<ReservationRow>(sql`
    with expired as (
      delete from ai_reservation where site_id = ${siteId} and expires_utc <= ${now}::timestamptz
    ), reserved as (
      select
        coalesce(sum(cost_usd) filter (where created_utc >= date_trunc('month', ${now}::timestamptz, 'UTC')), 0) as cost_usd,
        coalesce(sum(tokens) filter (where created_utc >= date_trunc('day', ${now}::timestamptz, 'UTC')), 0) as tokens,
        count(*) filter (where created_utc >= date_trunc('minute', ${now}::timestamptz)) as calls
      from ai_reservation where site_id = ${siteId} and expires_utc > ${now}::timestamptz
    ), hit as (
      select array_agg(k.cap order by k.position) as caps
      from ${capsFrom(siteId, now)} cross join reserved r
      where k.action = 'hard'
        and k.used + (case k.cap when 'budget' then r.cost_usd when 'daily_tokens' then r.tokens else r.calls end) >= k.cap_limit
    ), made as (
      insert into ai_reservation (site_id, id, tokens, cost_usd, created_utc, expires_utc)
      select ${siteId}, ${newId}::bigint, ${inputTokens}::bigint + ${outputTokens}::bigint,
        ${costOf(inputTokens, outputTokens, price)}, ${now}::timestamptz, ${expires}::timestamptz
      from hit where caps is null
      returning id
    )
    select (select id from made) as id, caps as hit from hit`);
  if (row === undefined) throw new Error('the database returned no reservation');
  return row;
}

/** Releases a reservation. */
export async function deleteReservation(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`delete from ai_reservation where site_id = ${siteId} and id = ${id}`);
}
