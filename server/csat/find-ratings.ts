import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findRatingRows, type RatingRow } from './csat.sql.ts';

/** The ratings of some tickets by ticket id; tickets without a rating are absent. */
export async function findRatings(
  db: Db,
  site: SiteRef,
  ticketIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, RatingRow>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await findRatingRows(db, site.id, ticketIds);
  return new Map(rows.map((row) => [row.ticket_id, row]));
}
