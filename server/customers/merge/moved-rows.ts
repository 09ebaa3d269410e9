import type { MovedRows } from '#contract/customer-merges.ts';
import type { Db } from '#server/db/db.ts';
import { findMovedHandles, findMovedLinks, findMovedTickets, isUndoKept } from './moved-rows.sql.ts';

/** Moved rows, one by one; null where they are deleted, after an undo or when it expired. */
export async function movedRowsOf(
  db: Db,
  siteId: bigint,
  mergeId: bigint,
  page: { readonly limit: number; readonly skip: number },
): Promise<MovedRows | null> {
  if (!(await isUndoKept(db, siteId, mergeId))) return null;
  return {
    tickets: await findMovedTickets(db, siteId, mergeId, page),
    handles: await findMovedHandles(db, siteId, mergeId, page),
    links: await findMovedLinks(db, siteId, mergeId, page),
  };
}
