import { sql, type Db } from '#server/db/db.ts';

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

/** Counts one opening of a token that is live at this moment, exactly, however many open it at once. */
export async function updatePortalUse(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<LivePortalToken | undefined> {
  const at = now.toISOString();
  const [row] = await db.query<LivePortalToken>(sql`
    update portal_token set use_count = use_count + 1, last_used_utc = greatest(last_used_utc, ${at}::timestamptz)
    where site_id = ${siteId} and id = ${id} and revoked_utc is null and expires_utc > ${at}::timestamptz
      and not is_blocked_address(site_id, email_key)
    returning id, requester_email, email_key, expires_utc, nonce`);
  return row;
}

/** Held until the transaction ends, so that nothing is written under a link that is revoked meanwhile. */
export async function lockLiveToken(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<LivePortalToken | undefined> {
  const [row] = await db.query<LivePortalToken>(sql`
    select id, requester_email, email_key, expires_utc, nonce from portal_token
    where site_id = ${siteId} and id = ${id} and revoked_utc is null and expires_utc > ${now.toISOString()}::timestamptz
      and not is_blocked_address(site_id, email_key)
    for share`);
  return row;
}

/** The name over the page. */
export async function getSiteName(db: Db, siteId: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(sql`select name from site where id = ${siteId}`);
  return row?.name;
}
