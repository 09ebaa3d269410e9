import { sql, type Db } from '#server/db/db.ts';
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

/** Which of these external IDs a rating has. */
export async function findRatedIds(db: Db, site: SiteRef, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ external_id: string }>(sql`
    select external_id from csat_response
    where site_id = ${site.id} and external_id = any(${externalIds}::text[])`);
  return new Set(rows.map((row) => row.external_id));
}
