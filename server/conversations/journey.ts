import type { Journey } from '#contract/conversations.ts';
import { sumCallsOf } from '#server/ai/session-calls.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';

interface OwnersOfSession {
  readonly session_id: string;
  readonly visitor_key: string | null;
  readonly ticket_id: bigint | null;
  readonly started_utc: string;
}

/** The way of one request for help: from the visit before the session to the rating. See docs/api.md, "Sessions". */
export async function readJourney(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  session: OwnersOfSession,
): Promise<Journey> {
  const { session_id: sessionId, ticket_id: ticketId } = session;
  const calls = await sumCallsOf(db, site, { sessionId, ticketId });
  return {
    visit: await getVisit(db, site.id, session),
    ticket: ticketId === null ? null : await getTicket(db, site.id, ticketId),
    first_reply: ticketId === null ? null : await getFirstReply(db, site.id, ticketId),
    rating: await getRating(db, site.id, session),
    ...calls,
  };
}

async function getVisit(
  db: Db,
  siteId: bigint,
  { visitor_key: key, started_utc: at }: OwnersOfSession,
): Promise<Journey['visit']> {
  if (key === null) return null;
  const text = (name: string) =>
    sql`case jsonb_typeof(e.properties -> ${name}) when 'string' then e.properties ->> ${name} end`;
  const [row] = await db.query<NonNullable<Journey['visit']>>(sql`
    select e.event, coalesce(${text('page')}, ${text('url')}, ${text('path')}) as page, e.occurred_utc
    from visitor v join visitor_event e on e.site_id = v.site_id and e.visitor_id = v.id
    where v.site_id = ${siteId} and v.visitor_key = ${key} and e.occurred_utc <= ${at}::timestamptz
    order by e.occurred_utc desc, e.id desc limit 1`);
  return row ?? null;
}

async function getTicket(db: Db, siteId: bigint, ticketId: bigint): Promise<Journey['ticket']> {
  const [row] = await db.query<NonNullable<Journey['ticket']>>(sql`
    select t.id, t.ticket_number, t.subject, t.status, t.created_utc from ticket t
    where t.site_id = ${siteId} and t.id = ${ticketId}`);
  return row ?? null;
}

async function getFirstReply(db: Db, siteId: bigint, ticketId: bigint): Promise<Journey['first_reply']> {
  const [row] = await db.query<NonNullable<Journey['first_reply']>>(sql`
    select c.author_name, c.created_utc from ticket_comment c
    where c.site_id = ${siteId} and c.ticket_id = ${ticketId} and c.author_kind = 'agent' and c.visibility = 'public'
    order by c.created_utc, c.id limit 1`);
  return row ?? null;
}

/** The ticket's rating, otherwise the last one of the chat. */
async function getRating(
  db: Db,
  siteId: bigint,
  { session_id: sessionId, ticket_id: ticketId }: OwnersOfSession,
): Promise<Journey['rating']> {
  const [row] = await db.query<NonNullable<Journey['rating']>>(sql`
    select r.score, r.created_utc from (
      (select 1 as place, a.score::integer as score, a.created_utc from csat_response a
        where a.site_id = ${siteId} and a.ticket_id = ${ticketId}::bigint)
      union all
      (select 2, f.rating::integer, f.created_utc from feedback f
        where f.site_id = ${siteId} and f.session_id = ${sessionId} order by f.created_utc desc, f.id desc limit 1)
    ) r order by r.place limit 1`);
  return row ?? null;
}
