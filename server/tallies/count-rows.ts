import type { Channel } from '#contract/customers.ts';
import type { Db } from '#server/db/db.ts';
import { countTalliedRows } from './count-rows.sql.ts';

/** How many customers a site has, without reading one. */
export function countIdentities(db: Db, siteId: bigint): Promise<number> {
  return countTalliedRows(db, siteId, 'customer_identity', '');
}

/** How many customers have at least one handle of a channel, without reading one. */
export function countWithChannel(db: Db, siteId: bigint, channel: Channel): Promise<number> {
  return countTalliedRows(db, siteId, 'customer_channel', channel);
}

/** How many tickets have a tag, without reading one. @param tagKey As tag names are compared. */
export function countTagged(db: Db, siteId: bigint, tagKey: string): Promise<number> {
  return countTalliedRows(db, siteId, 'ticket_tag', tagKey);
}
