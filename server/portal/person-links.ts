import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { readBatches } from '#server/db/batches.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { portalRowDeltas } from './portal-counters.ts';

/**
 * Deletes links of emails (in matched form) until the budget is spent. Returns the number deleted. Call inside a
 * transaction.
 */
export async function erasePortalTokens(
  db: Db,
  site: SiteRef,
  emailKeys: readonly string[],
  budget: RowBudget,
): Promise<number> {
  const erased = await deletePortalTokensOf(db, site.id, emailKeys, budget.left);
  budget.take(erased);
  return erased;
}

async function deletePortalTokensOf(
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

/** @param emailKeys in matched form */
export async function countLinksOf(db: Db, { id: siteId }: SiteRef, emailKeys: readonly string[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from portal_token
    where site_id = ${siteId} and email_key = any(${emailKeys}::text[])`);
  return row?.total ?? 0;
}

type ExportedLink = Reply<typeof exportCustomer>['links'][number];

/** All links of emails (in matched form), newest first. */
export function readLinksOf(
  db: Db,
  { id: siteId }: SiteRef,
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
