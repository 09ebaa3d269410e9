import type { Db } from '#server/db/db.ts';
import { countInbound, findUncountedSite } from './count-inbound.sql.ts';

/**
 * Counts the messages that sites had before there was a tally of them, one site after the other, each in a transaction of
 * its own: a large database is not held as a whole. See docs/decisions/0013-tallies-by-triggers.md.
 * @param owner The owner's handle: over all sites.
 */
export async function countInboundOfSites(owner: Db, isWanted: () => boolean = () => true): Promise<void> {
  for (;;) {
    const siteId = isWanted() ? await findUncountedSite(owner) : undefined;
    if (siteId === undefined) return;
    await owner.transaction((db) => countInbound(db, siteId));
  }
}
