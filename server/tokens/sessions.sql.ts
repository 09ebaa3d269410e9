import type { Scope } from '#contract/operation.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

const IDLE_MS = 30 * 60_000;

/** A condition on the row `b`. It does not check the session's token, which may have ended. */
export function isLiveSession(now: Date): Statement {
  const idleSince = new Date(now.getTime() - IDLE_MS);
  return sql`(b.ended_utc is null and b.expires_utc > ${now.toISOString()}::timestamptz
    and b.last_used_utc > ${idleSince.toISOString()}::timestamptz)`;
}

export async function insertSession(
  db: Db,
  siteId: bigint,
  session: {
    readonly tokenId: bigint;
    readonly hash: Uint8Array;
    readonly prefix: string;
    readonly scopes: readonly Scope[];
    readonly now: Date;
    readonly expires: Date;
  },
): Promise<string> {
  const now = session.now.toISOString();
  const [row] = await db.query<{ id: string }>(sql`
    insert into browser_session
      (site_id, token_id, token_hash, token_prefix, scopes, created_utc, expires_utc, last_used_utc)
    values (${siteId}, ${session.tokenId}, ${session.hash}, ${session.prefix}, ${session.scopes}, ${now},
      ${session.expires.toISOString()}, ${now})
    returning id`);
  if (row === undefined) throw new Error('the new session was not answered');
  return row.id;
}

export async function updateSessionEnded(db: Db, siteId: bigint, sessionId: string, now: Date): Promise<void> {
  await db.query(sql`
    update browser_session set ended_utc = coalesce(ended_utc, ${now.toISOString()})
    where site_id = ${siteId} and id = ${sessionId}`);
}

export async function countLiveSessions(db: Db, siteId: bigint, tokenId: bigint, now: Date): Promise<number> {
  const [row] = await db.query<{ live: number }>(sql`
    select count(*)::integer as live from browser_session b
    where b.site_id = ${siteId} and b.token_id = ${tokenId} and ${isLiveSession(now)}`);
  return row?.live ?? 0;
}

/** Serializes calls that start sessions of one token, so that none exceeds the limit. */
export async function lockSessionsOf(db: Db, siteId: bigint, tokenId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`sessions ${siteId} ${tokenId}`}::text, 0))`);
}

/**
 * Ends all live sessions of a token except the `keep` most recently used.
 * @returns the ids of the ended sessions
 */
export async function endIdlestSessions(
  db: Db,
  siteId: bigint,
  tokenId: bigint,
  { keep, now }: { readonly keep: number; readonly now: Date },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update browser_session s set ended_utc = ${now.toISOString()}
    where s.site_id = ${siteId} and s.id in (
      select b.id from browser_session b
      where b.site_id = ${siteId} and b.token_id = ${tokenId} and ${isLiveSession(now)}
      order by b.last_used_utc desc, b.created_utc desc offset ${keep}
    )
    returning s.id`);
  return rows.map(({ id }) => id);
}

/** @param idleBefore The latest last use that counts as idle, with a margin for uses that a node has not written yet */
export async function deleteEndedSessions(db: Db, siteId: bigint, now: Date, idleBefore: Date): Promise<void> {
  const at = now.toISOString();
  await db.query(sql`
    delete from browser_session b using api_token t
    where b.site_id = ${siteId} and t.site_id = ${siteId} and t.id = b.token_id and (
      b.ended_utc is not null or b.expires_utc <= ${at} or b.last_used_utc <= ${idleBefore.toISOString()}
      or t.revoked_utc is not null or t.expires_utc <= ${at})`);
}
