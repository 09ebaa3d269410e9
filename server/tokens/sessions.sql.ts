import type { Scope } from '#contract/operation.ts';
import { sql, type Db } from '#server/db/db.ts';

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
): Promise<bigint> {
  const now = session.now.toISOString();
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into browser_session
      (site_id, token_id, token_hash, token_prefix, scopes, created_utc, expires_utc, last_used_utc)
    values (${siteId}, ${session.tokenId}, ${session.hash}, ${session.prefix}, ${session.scopes}, ${now},
      ${session.expires.toISOString()}, ${now})
    returning id`);
  if (row === undefined) throw new Error('the new session was not answered');
  return row.id;
}

export async function updateSessionEnded(db: Db, siteId: bigint, sessionId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    update browser_session set ended_utc = coalesce(ended_utc, ${now.toISOString()})
    where site_id = ${siteId} and id = ${sessionId}`);
}
