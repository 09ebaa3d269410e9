import { type Db, sql } from '#server/db/db.ts';

export interface CsatRow {
  readonly id: bigint;
  readonly ticket_id: bigint;
  readonly score: number;
  readonly comment: string | null;
  readonly created_utc: string;
}

export interface NewCsat {
  readonly ticketId: bigint;
  readonly score: number;
  readonly comment: string | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
}

/** One row a ticket: a second rating replaces the first. Answers undefined where the site has no such ticket. */
export async function upsertCsat(
  db: Db,
  siteId: bigint,
  row: NewCsat,
): Promise<(CsatRow & { readonly is_new: boolean }) | undefined> {
  const [stored] = await db.query<CsatRow & { readonly is_new: boolean }>(sql`
    insert into csat_response as c (site_id, id, ticket_id, score, comment, external_id, created_utc)
    select ${siteId}, next_id(${siteId}), t.id, ${row.score}::smallint, ${row.comment}::text, ${row.externalId}::text,
      ${row.createdUtc}::timestamptz
    from ticket t where t.site_id = ${siteId} and t.id = ${row.ticketId}
    on conflict (site_id, ticket_id) do update set score = excluded.score, comment = excluded.comment,
      external_id = coalesce(excluded.external_id, c.external_id), created_utc = excluded.created_utc
    returning c.id, c.ticket_id, c.score, c.comment, c.created_utc, c.xmax = 0 as is_new`);
  return stored;
}

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
