import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countKnown } from './known-customers.sql.ts';

/** How many customers the site knows, and how many of them by email and by phone. */
export function countKnownCustomers(db: Db, site: SiteRef): Promise<MigrationStatus['customer_identities']> {
  return countKnown(db, site.id);
}
