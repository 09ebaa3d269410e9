import type { MigrationStatus } from '#contract/migration.ts';
import { sql, type Db } from '#server/db/db.ts';

const NONE = { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 };

export async function countPortalStates(db: Db, siteId: bigint, now: Date): Promise<MigrationStatus['portal_tokens']> {
  const at = now.toISOString();
  const [row] = await db.query<MigrationStatus['portal_tokens']>(sql`
    select coalesce(sum(p.n) filter (where p.revoked_utc is null and p.expires_utc > ${at}::timestamptz), 0)::integer as active_tokens,
      coalesce(sum(p.n) filter (where p.revoked_utc is null and p.expires_utc <= ${at}::timestamptz), 0)::integer as expired_tokens,
      coalesce(sum(p.n) filter (where p.revoked_utc is not null), 0)::integer as revoked_tokens,
      (select coalesce(sum(t.n), 0) from row_tally t
        where t.site_id = ${siteId} and t.table_name = 'portal_uses')::float8 as total_uses
    from tallied_links(${siteId}, array[${at}::timestamptz]) p`);
  return row ?? NONE;
}

export async function deletePortalTokensOf(
  db: Db,
  siteId: bigint,
  emailKeys: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from portal_token where site_id = ${siteId} and id = any(array(
      select p.id from portal_token p where p.site_id = ${siteId} and p.email_key = any(${emailKeys}::text[]) limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function countPortalTokensOf(db: Db, siteId: bigint, emailKeys: readonly string[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from portal_token
    where site_id = ${siteId} and email_key = any(${emailKeys}::text[])`);
  return row?.total ?? 0;
}
