import type { MigrationStatus } from '#contract/migration.ts';
import { sql, type Db } from '#server/db/db.ts';

const NONE = { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 };

export async function countPortalStates(db: Db, siteId: bigint, now: Date): Promise<MigrationStatus['portal_tokens']> {
  const at = now.toISOString();
  const [row] = await db.query<MigrationStatus['portal_tokens']>(sql`
    select count(*) filter (where p.revoked_utc is null and p.expires_utc > ${at}::timestamptz)::integer as active_tokens,
      count(*) filter (where p.revoked_utc is null and p.expires_utc <= ${at}::timestamptz)::integer as expired_tokens,
      count(*) filter (where p.revoked_utc is not null)::integer as revoked_tokens,
      coalesce(sum(p.use_count), 0)::float8 as total_uses
    from portal_token p where p.site_id = ${siteId}`);
  return row ?? NONE;
}

export async function deletePortalTokensOf(
  db: Db,
  siteId: bigint,
  emailKeys: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from portal_token where site_id = ${siteId} and id in (
      select p.id from portal_token p where p.site_id = ${siteId} and p.email_key = any(${emailKeys}::text[]) limit ${limit})
    returning 1 as one`);
  return rows.length;
}

export async function countPortalTokensOf(db: Db, siteId: bigint, emailKeys: readonly string[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from portal_token
    where site_id = ${siteId} and email_key = any(${emailKeys}::text[])`);
  return row?.total ?? 0;
}
