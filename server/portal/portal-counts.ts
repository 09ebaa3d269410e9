import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { countPortalStates } from './portal-counts.sql.ts';

/** How many links were given out by the state that they are in now, and how often they were used in all. */
export function countPortalTokens(
  db: Db,
  site: Pick<Site, 'id'>,
  now: Date,
): Promise<MigrationStatus['portal_tokens']> {
  return countPortalStates(db, site.id, now);
}
