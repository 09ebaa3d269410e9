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

export type StoredCsat = CsatRow & { readonly is_new: boolean };

/**
 * Stores one rating per ticket. A second rating replaces the first, describes the ticket as it is then, and resets the
 * review state. The same rating sent again changes nothing. Skips tickets that the site does not have.
 * @param rows at most one per ticket
 */
export async function upsertCsat(db: Db, siteId: bigint, rows: readonly NewCsat[]): Promise<StoredCsat[]> {
  const first = await db.takeIds(siteId, rows.length);
  const stored = await db.query<StoredCsat>(sql`
    with given as (
      select * from unnest(${rows.map(({ ticketId }) => ticketId)}::bigint[], ${rows.map(({ score }) => score)}::smallint[],
        ${rows.map(({ comment }) => comment)}::text[], ${rows.map(({ externalId }) => externalId)}::text[],
        ${rows.map(({ createdUtc }) => createdUtc)}::timestamptz[])
        with ordinality as u (ticket_id, score, comment, external_id, created_utc, position)
    ), rated as (
      -- In id order, as every writer locks tickets.
      select id from ticket where site_id = ${siteId} and id in (select ticket_id from given) order by id
      for no key update
    ), marked as (
      update ticket t set is_rated = true from rated r where t.site_id = ${siteId} and t.id = r.id and not t.is_rated
    )
    insert into csat_response as c (site_id, id, ticket_id, score, comment, external_id, created_utc,
      priority, channel, assignee_agent_id, first_reply, within_hours, handled_by)
    select ${siteId}, ${first}::bigint + r.position - 1, r.id, r.score, r.comment, r.external_id, r.created_utc, f.*
    from (select * from rated t join given k on k.ticket_id = t.id order by k.position) r
    cross join lateral csat_facts(${siteId}, r.id, r.created_utc) f
    on conflict (site_id, ticket_id) do update set score = excluded.score, comment = excluded.comment,
      external_id = coalesce(excluded.external_id, c.external_id), created_utc = excluded.created_utc,
      priority = excluded.priority, channel = excluded.channel, assignee_agent_id = excluded.assignee_agent_id,
      first_reply = excluded.first_reply, within_hours = excluded.within_hours, handled_by = excluded.handled_by,
      review = 'none', review_by = null, review_utc = null, version = c.version + 1
    where (c.score, c.comment, c.created_utc) is distinct from (excluded.score, excluded.comment, excluded.created_utc)
      or excluded.external_id <> coalesce(c.external_id, '')
    returning c.id, c.ticket_id, c.score, c.comment, c.created_utc, c.xmax = 0 as is_new`);
  const changed = new Set(stored.map(({ ticket_id: id }) => id));
  const others = rows.map(({ ticketId }) => ticketId).filter((id) => !changed.has(id));
  if (others.length === 0) return stored;
  const same = await db.query<StoredCsat>(sql`
    select id, ticket_id, score, comment, created_utc, false as is_new from csat_response
    where site_id = ${siteId} and ticket_id = any(${others}::bigint[])`);
  return [...stored, ...same];
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
