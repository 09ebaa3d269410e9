import type { getMigrationStatus as Row, MigrationStatus } from '#contract/migration.ts';
import { sumAiMonth } from '#server/ai/ai-usage.ts';
import { countKnownCustomers, readChannelFoundation } from '#server/customers/channel-foundation.ts';
import type { Db } from '#server/db/db.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { sumImportRuns } from '#server/imports/import-runs.ts';
import { countPortalTokens } from '#server/portal/portal-links.ts';

const NO_CHANNELS = { total_bound_handles: 0, channels: [] };

/**
 * GET migrate_status: what was imported and how it is used in the present UTC month. A feature that is not deployed has
 * zeros. See docs/api.md, "Migration status".
 */
export const getMigrationStatus: Handler<typeof Row> = ({ db, site, now }) => readMigrationStatus(db, site, now);

export async function readMigrationStatus(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  now: Date,
): Promise<MigrationStatus> {
  const { tickets, articles, macros } = await sumImportRuns(db, site);
  return {
    tickets,
    articles,
    macros,
    portal_tokens: await countPortalTokens(db, site, now),
    customer_identities: await countKnownCustomers(db, site),
    channel_foundation: site.undeployed.includes('channels') ? NO_CHANNELS : await readChannelFoundation(db, site, now),
    ai_usage: await sumAiMonth(db, site, now),
  };
}
