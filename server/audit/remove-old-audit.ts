import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';

const KEEP_MS = 400 * 86_400_000;

/** Deletes a site's lines older than 400 days. @param owner The owner's handle: the service's role may not delete them. */
export async function removeOldAudit(owner: Db, site: SiteRef, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await inSteps(() => deleteAuditBefore(owner, site.id, before, STEP_ROWS), isWanted);
}

/** Returns how many lines it deleted. */
async function deleteAuditBefore(owner: Db, siteId: bigint, before: Date, limit: number): Promise<number> {
  const rows = await owner.query(sql`
    delete from audit_log where site_id = ${siteId} and id = any(array(
      select id from audit_log where site_id = ${siteId} and at_utc < ${before.toISOString()}::timestamptz
      order by at_utc limit ${limit}))
    returning 1 as one`);
  return rows.length;
}
