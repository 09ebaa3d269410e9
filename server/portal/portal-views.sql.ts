import { sql, type Db, type Statement } from '#server/db/db.ts';
import { openedDeltas } from './portal-counters.ts';

/** Where the live token with this hash belongs; undefined for one that is unknown, expired, revoked or of a blocked customer. */
export async function findPortalScope(
  db: Db,
  hash: Uint8Array,
  now: Date,
): Promise<{ readonly site_id: bigint; readonly id: bigint } | undefined> {
  const [row] = await db.query<{ site_id: bigint; id: bigint }>(sql`
    select f.site_id, f.id from find_portal_token(${hash}, ${now.toISOString()}::timestamptz) f`);
  return row;
}

export interface LivePortalToken {
  readonly id: bigint;
  readonly requester_email: string;
  readonly email_key: string;
  readonly expires_utc: string;
  readonly nonce: string;
}

/** What a link may be used for so many times an hour. */
export interface HourlyUse {
  readonly now: Date;
  readonly limit: number;
}

/**
 * Counts one opening of a token that is live at this moment, exactly, however many open it at once. Undefined for one that
 * is not live, or was opened often enough in its hour.
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
        ${hourWith('hour_openings', at)}
      where ${live(siteId, id, at)} and (${isHourOver(at)} or hour_openings < ${limit})
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${openedDeltas(sql`opened`)}) d
    )
    select ${LIVE_COLUMNS} from opened`);
  return row;
}

/** Counts one page of older comments that is read through a token, or one rating; undefined as above. */
export async function countHourlyUse(
  db: Db,
  siteId: bigint,
  id: bigint,
  used: 'hour_pages' | 'hour_ratings',
  { now, limit }: HourlyUse,
): Promise<LivePortalToken | undefined> {
  const at = now.toISOString();
  const [row] = await db.query<LivePortalToken>(sql`
    update portal_token set ${hourWith(used, at)}
    where ${live(siteId, id, at)} and (${isHourOver(at)} or ${HOUR_COLUMNS[used]} < ${limit})
    returning ${LIVE_COLUMNS}`);
  return row;
}

/** When the present hour of a live token began; undefined for a token that is not live. */
export async function getPortalHour(db: Db, siteId: bigint, id: bigint, now: Date): Promise<string | null | undefined> {
  const [row] = await db.query<{ hour_start_utc: string | null }>(sql`
    select hour_start_utc from portal_token where ${live(siteId, id, now.toISOString())}`);
  return row?.hour_start_utc;
}

const HOUR_COLUMNS = {
  hour_openings: sql`hour_openings`,
  hour_pages: sql`hour_pages`,
  hour_ratings: sql`hour_ratings`,
};
type HourColumn = keyof typeof HOUR_COLUMNS;

const LIVE_COLUMNS = sql`id, requester_email, email_key, expires_utc, nonce`;

function live(siteId: bigint, id: bigint, at: string): Statement {
  return sql`site_id = ${siteId} and id = ${id} and revoked_utc is null and expires_utc > ${at}::timestamptz
    and not is_blocked_address(site_id, email_key)`;
}

/** Clock skew between nodes. An hour that begins later than that predates a clock that was set back. */
function isHourOver(at: string): Statement {
  return sql`coalesce(hour_start_utc <= ${at}::timestamptz - interval '1 hour'
    or hour_start_utc > ${at}::timestamptz + interval '1 hour', true)`;
}

/** Increments the current hour, or begins a new one. */
function hourWith(used: HourColumn, at: string): Statement {
  const isOver = isHourOver(at);
  const counted = (name: HourColumn) => {
    const column = HOUR_COLUMNS[name];
    return sql`${column} = case when ${isOver} then 0 else ${column} end + ${name === used ? 1 : 0}`;
  };
  return sql`hour_start_utc = case when ${isOver} then ${at}::timestamptz else hour_start_utc end,
    ${counted('hour_openings')}, ${counted('hour_pages')}, ${counted('hour_ratings')}`;
}

/** Held until the transaction ends, so that nothing is written under a link that is revoked meanwhile. */
export async function lockLiveToken(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<LivePortalToken | undefined> {
  const [row] = await db.query<LivePortalToken>(sql`
    select ${LIVE_COLUMNS} from portal_token where ${live(siteId, id, now.toISOString())} for share`);
  return row;
}

/** The name over the page. */
export async function getSiteName(db: Db, siteId: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(sql`select name from site where id = ${siteId}`);
  return row?.name;
}
