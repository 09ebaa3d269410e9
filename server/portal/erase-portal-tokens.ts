import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { countPortalStates, countPortalTokensOf, deletePortalTokensOf } from './portal-counts.sql.ts';
import type { MigrationStatus } from '#contract/migration.ts';

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

/** How many links were given out by the state that they are in now, and how often they were used in all. */
export function countPortalTokens(db: Db, site: SiteRef, now: Date): Promise<MigrationStatus['portal_tokens']> {
  return countPortalStates(db, site.id, now);
}
