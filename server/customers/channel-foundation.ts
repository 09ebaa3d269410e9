import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findChannelUse } from './known-customers.sql.ts';

/** Handles of each channel, and its messages of this UTC month. */
export async function readChannelFoundation(
  db: Db,
  site: SiteRef,
  now: Date,
): Promise<MigrationStatus['channel_foundation']> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const channels = await findChannelUse(db, site.id, monthStart);
  return { total_bound_handles: channels.reduce((sum, { bound_handles: n }) => sum + n, 0), channels };
}
