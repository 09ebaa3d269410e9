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

/**
 * One row a ticket: a second rating replaces the first, is of the ticket as it is then, and takes back what was done about
 * the first; the same one told again changes nothing. Undefined where the site has no such ticket.
 */
export async function upsertCsat(
  db: Db,
  siteId: bigint,
  row: NewCsat,
): Promise<(CsatRow & { readonly is_new: boolean }) | undefined> {
  const [stored] = await db.query<CsatRow & { readonly is_new: boolean }>(sql`
    with rated as (
      -- Whoever changes it meanwhile waits, and then sees this rating.
      select id, resolved_utc from ticket where site_id = ${siteId} and id = ${row.ticketId} for share
    )
    insert into csat_response as c (site_id, id, ticket_id, score, comment, external_id, created_utc, ticket_resolved_utc,
      priority, channel, assignee_agent_id, first_reply, within_hours, handled_by)
    select ${siteId}, next_id(${siteId}), t.id, ${row.score}::smallint, ${row.comment}::text,
      ${row.externalId}::text, ${row.createdUtc}::timestamptz, t.resolved_utc, f.*
    from rated t cross join lateral csat_facts(${siteId}, t.id, ${row.createdUtc}::timestamptz) f
    on conflict (site_id, ticket_id) do update set score = excluded.score, comment = excluded.comment,
      external_id = coalesce(excluded.external_id, c.external_id), created_utc = excluded.created_utc,
      ticket_resolved_utc = excluded.ticket_resolved_utc,
      priority = excluded.priority, channel = excluded.channel, assignee_agent_id = excluded.assignee_agent_id,
      first_reply = excluded.first_reply, within_hours = excluded.within_hours, handled_by = excluded.handled_by,
      review = 'none', review_by = null, review_utc = null, version = c.version + 1
    where (c.score, c.comment, c.created_utc) is distinct from (excluded.score, excluded.comment, excluded.created_utc)
      or excluded.external_id <> coalesce(c.external_id, '')
    returning c.id, c.ticket_id, c.score, c.comment, c.created_utc, c.xmax = 0 as is_new`);
  if (stored !== undefined) return stored;
  const [same] = await db.query<CsatRow & { readonly is_new: boolean }>(sql`
    select id, ticket_id, score, comment, created_utc, false as is_new from csat_response
    where site_id = ${siteId} and ticket_id = ${row.ticketId}`);
  return same;
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

/**
 * Fills in what is known of some tickets of answers that are older than this version, and answers how many. Rows that
 * somebody writes meanwhile are left to the next turn. @param owner The owner's handle: over all sites.
 */
export async function fillSomeAnswers(owner: Db, rows: number): Promise<number> {
  const filled = await owner.query(sql`
    with taken as (
      select c.site_id, c.id, c.ticket_id, c.created_utc, t.resolved_utc
      from csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id
      where c.priority is null order by c.site_id, c.created_utc desc limit ${rows} for update of c, t skip locked
    )
    update csat_response c set ticket_resolved_utc = k.resolved_utc, priority = f.priority, channel = f.channel,
      assignee_agent_id = f.assignee_agent_id, first_reply = f.first_reply, within_hours = f.within_hours,
      handled_by = f.handled_by
    from taken k cross join lateral csat_facts(k.site_id, k.ticket_id, k.created_utc) f
    where c.site_id = k.site_id and c.id = k.id
    returning 1 as one`);
  return filled.length;
}
