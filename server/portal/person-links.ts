import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import {
  countPortalTokensOf,
  deletePortalTokensOf,
  type ExportedLink,
  readPortalTokensOf,
} from './person-links.sql.ts';

/**
 * Takes away the links of addresses, in their matched form, as far as the budget goes. To be called inside a
 * transaction. Answers how many.
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

export function countLinksOf(db: Db, site: SiteRef, emailKeys: readonly string[]): Promise<number> {
  return countPortalTokensOf(db, site.id, emailKeys);
}

/** All links of addresses, newest first. */
export function readLinksOf(db: Db, site: SiteRef, emailKeys: readonly string[]): AsyncGenerator<ExportedLink[]> {
  return readPortalTokensOf(db, site.id, emailKeys);
}
