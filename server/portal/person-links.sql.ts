import { sql, type Db } from '#server/db/db.ts';
import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { readBatches } from '#server/db/batches.ts';
import { portalRowDeltas } from './portal-counters.ts';

export async function deletePortalTokensOf(
  db: Db,
  siteId: bigint,
  emailKeys: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    with gone as (
      delete from portal_token where site_id = ${siteId} and id = any(array(
        select p.id from portal_token p where p.site_id = ${siteId} and p.email_key = any(${emailKeys}::text[]) limit ${limit}))
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${portalRowDeltas(sql`gone`, -1)}) d
    )
    select 1 as one from gone`);
  return rows.length;
}

export async function countPortalTokensOf(db: Db, siteId: bigint, emailKeys: readonly string[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from portal_token
    where site_id = ${siteId} and email_key = any(${emailKeys}::text[])`);
  return row?.total ?? 0;
}

export type ExportedLink = Reply<typeof exportCustomer>['links'][number];

/** Newest first. */
export function readPortalTokensOf(
  db: Db,
  siteId: bigint,
  emailKeys: readonly string[],
): AsyncGenerator<ExportedLink[]> {
  return readBatches<ExportedLink>(db, {
    columns: sql`id, requester_email, use_count, created_utc, expires_utc, last_used_utc, revoked_utc`,
    rows: (position) => sql`
      select * from (select * from portal_token where site_id = ${siteId}
        and email_key = any(${emailKeys}::text[]) offset 0) l
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`octet_length(requester_email) + 200`,
  });
}
