import { sql, type Db } from '#server/db/db.ts';

export interface RatingRow {
  readonly ticket_id: bigint;
  readonly score: number;
  readonly comment: string | null;
}

export async function findRatingRows(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<RatingRow[]> {
  return db.query<RatingRow>(sql`
    select ticket_id, score, comment from csat_response
    where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])`);
}
