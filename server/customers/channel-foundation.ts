import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countKnown, findChannelUse } from './known-customers.sql.ts';
import { randomBytes } from 'node:crypto';
import { countSentinelRows } from './channels.sql.ts';

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

/** Looks a generated handle up in the storage of channels, which changes nothing. Answers what failed, or null. */
export async function checkChannels(db: Db, site: SiteRef): Promise<string | null> {
  const found = await countSentinelRows(db, site.id, `self-test-${randomBytes(16).toString('hex')}`);
  return found === 0 ? null : `a handle that no one has was found ${found} times`;
}

/** How many customers the site knows, and how many of them by email and by phone. */
export function countKnownCustomers(db: Db, site: SiteRef): Promise<MigrationStatus['customer_identities']> {
  return countKnown(db, site.id);
}
