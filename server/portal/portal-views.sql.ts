import { sql, type Db, type Statement } from '#server/db/db.ts';
import { openedDeltas } from './portal-counters.ts';

/** The id of a live token by its hash; undefined if it is unknown, expired, revoked or of a blocked customer. */
export async function findPortalTokenId(
  db: Db,
  siteId: bigint,
  hash: Uint8Array,
  now: Date,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select id from portal_token where ${isLive(siteId, sql`token_hash = ${hash}`, now.toISOString())}`);
  return row?.id;
}

export interface LivePortalToken {
  readonly id: bigint;
  readonly requester_email: string;
  readonly email_key: string;
  readonly expires_utc: string;
  readonly nonce: string;
}

/** A use of a link with an hourly limit. */
export interface HourlyUse {
  readonly now: Date;
  readonly limit: number;
}

/**
 * Counts one opening of a live token, exactly even under concurrency. Undefined if the token is not live or is over its
 * hourly limit.
 */
export async function updatePortalUse(
  db: Db,
  siteId: bigint,
  id: bigint,
  { now, limit }: HourlyUse,
): Promise<LivePortalToken | undefined> {
  const at = now.toISOString();
  const [row] = await db.query<LivePortalToken>(sql`
    with opened as (
      update portal_token set use_count = use_count + 1, last_used_utc = greatest(last_used_utc, ${at}::timestamptz),
        ${incrementHour('hour_openings', at)}
      where ${isLive(siteId, hasId(id), at)} and (${isHourOver(at)} or hour_openings < ${limit})
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${openedDeltas(sql`opened`)}) d
    )
    select ${LIVE_COLUMNS} from opened`);
  return row;
}

/** Counts one page of older comments or one rating. Undefined as for `updatePortalUse`. */
export async function countHourlyUse(
  db: Db,
  siteId: bigint,
  id: bigint,
  used: 'hour_pages' | 'hour_ratings',
  { now, limit }: HourlyUse,
): Promise<LivePortalToken | undefined> {
  const at = now.toISOString();
  const [row] = await db.query<LivePortalToken>(sql`
    update portal_token set ${incrementHour(used, at)}
    where ${isLive(siteId, hasId(id), at)} and (${isHourOver(at)} or ${HOUR_COLUMNS[used]} < ${limit})
    returning ${LIVE_COLUMNS}`);
  return row;
}

/** The start of a live token's present hour; undefined if the token is not live. */
export async function getPortalHour(db: Db, siteId: bigint, id: bigint, now: Date): Promise<string | null | undefined> {
  const [row] = await db.query<{ hour_start_utc: string | null }>(sql`
    select hour_start_utc from portal_token where ${isLive(siteId, hasId(id), now.toISOString())}`);
  return row?.hour_start_utc;
}

const HOUR_COLUMNS = {
  hour_openings: sql`hour_openings`,
  hour_pages: sql`hour_pages`,
  hour_ratings: sql`hour_ratings`,
};
type HourColumn = keyof typeof HOUR_COLUMNS;

const LIVE_COLUMNS = sql`id, requester_email, email_key, expires_utc, nonce`;

function hasId(id: bigint): Statement {
  return sql`id = ${id}`;
}

function isLive(siteId: bigint, isThis: Statement, at: string): Statement {
  return sql`site_id = ${siteId} and ${isThis} and revoked_utc is null and expires_utc > ${at}::timestamptz
    and not is_blocked_address(site_id, email_key)`;
}

/** An hour that starts more than an hour in the future dates from before the clock was set back. Less is skew between nodes. */
function isHourOver(at: string): Statement {
  return sql`coalesce(hour_start_utc <= ${at}::timestamptz - interval '1 hour'
    or hour_start_utc > ${at}::timestamptz + interval '1 hour', true)`;
}

/** Increments a counter of the current hour, or starts a new hour. */
function incrementHour(used: HourColumn, at: string): Statement {
  const isOver = isHourOver(at);
  const counted = (name: HourColumn) => {
    const column = HOUR_COLUMNS[name];
    return sql`${column} = case when ${isOver} then 0 else ${column} end + ${name === used ? 1 : 0}`;
  };
  return sql`hour_start_utc = case when ${isOver} then ${at}::timestamptz else hour_start_utc end,
    ${counted('hour_openings')}, ${counted('hour_pages')}, ${counted('hour_ratings')}`;
}

/** Locks a live token until the transaction ends, so that it cannot be revoked before the write commits. */
export async function lockLiveToken(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<LivePortalToken | undefined> {
  const [row] = await db.query<LivePortalToken>(sql`
    select ${LIVE_COLUMNS} from portal_token where ${isLive(siteId, hasId(id), now.toISOString())} for share`);
  return row;
}

/** The name in the page's header. */
export async function getSiteName(db: Db, siteId: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(sql`select name from site where id = ${siteId}`);
  return row?.name;
}
