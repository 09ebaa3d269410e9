import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countPortalStates } from './portal-counts.sql.ts';

/** How many links were given out by the state that they are in now, and how often they were used in all. */
export function countPortalTokens(db: Db, site: SiteRef, now: Date): Promise<MigrationStatus['portal_tokens']> {
  return countPortalStates(db, site.id, now);
}
