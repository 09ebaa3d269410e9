import type { Comment, Ticket } from '#contract/tickets.ts';
import { type Db, type Statement, joinSql, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { listsOf, WEIGHED_ROWS } from '#server/operation/attach-lists.ts';
import type { StreamedList } from '#server/operation/streamed-reply.ts';
import { withReplyDue, type StoredTicket } from './reply-due.ts';
import { readComments } from './ticket-thread.sql.ts';
import { readBatches } from '#server/db/batches.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';

type Thread = Ticket & { readonly comments: readonly Comment[] | StreamedList<Comment> };

/** All tickets of a person, newest first, each with all comments, oldest first. */
export async function* readThreadsOf(db: Db, site: SiteRef, person: KnownPerson, now: Date): AsyncGenerator<Thread[]> {
  for await (const stored of readTicketsOfPerson(db, site.id, person)) {
    const tickets = await withReplyDue(db, site, stored, { now });
    const commentsOf = await listsOf(tickets, {
      weigh: (ids) => weighComments(db, site.id, ids),
      findAll: (ids) => findCommentsOf(db, site.id, ids),
      ownerOf: ({ ticket_id: id }) => id,
      read: ({ id }) => readComments(db, site.id, id),
    });
    yield tickets.map((ticket) => ({ ...ticket, comments: commentsOf(ticket) }));
  }
}

/** A select of the ids of a person's tickets, for queries of other families. */
export function ticketIdsOf(site: SiteRef, person: KnownPerson): Statement {
  return sql`select t.id from ticket t where ${isOfPerson(site.id, person)}`;
}

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** Normalized for matching, as `phoneKeys`. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

/**
 * Conditions on the ticket `t`; a ticket of the person matches at least one. Each uses its own index. A phone counts only
 * on tickets that have neither an email nor a customer.
 */
export function ticketsOfPerson({ identityId, emailKeys, phoneKeys }: KnownPerson): Statement[] {
  return [
    ...emailKeys.map((key) => sql`t.requester_email_key = ${key}`),
    ...(identityId === null ? [] : [sql`t.customer_identity_id = ${identityId}`]),
    ...phoneKeys.map(
      (key) => sql`(t.requester_phone_key = ${key} and t.requester_email is null and t.customer_identity_id is null)`,
    ),
  ];
}

function isOfPerson(siteId: bigint, person: KnownPerson): Statement {
  const conditions = ticketsOfPerson(person);
  return sql`t.site_id = ${siteId} and (${conditions.length === 0 ? sql`false` : joinSql(conditions, ' or ')})`;
}

/** Newest first. */
function readTicketsOfPerson(db: Db, siteId: bigint, person: KnownPerson): AsyncGenerator<StoredTicket[]> {
  return readBatches<StoredTicket>(db, {
    columns: sql`id, ticket_number, subject, status, priority, channel, requester_name, requester_email, requester_phone,
      tags, first_response_utc, resolved_utc, created_utc, customer_identity_id, assignee_agent_id, assignee_name,
      updated_utc, last_message_preview, snoozed_until_utc, version, customer_blocked, unanswered_utc`,
    // `offset 0` keeps the planner from walking all tickets of the site in date order to find a few.
    rows: (position) => sql`
      select ${ticketColumns(true)}
      from (select * from ticket t where ${isOfPerson(siteId, person)} offset 0) t ${agentJoin(true)} where ${position}`,
    key: { at: sql`t.created_utc`, id: sql`t.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`octet_length(subject) + 500`,
  });
}

/** Size of the tickets' comments in bytes. */
async function weighComments(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(body) + 200), 0)::float8 as bytes from (
      select body from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])
      limit ${WEIGHED_ROWS}) c`);
  return row?.bytes ?? 0;
}

/** Oldest first. */
async function findCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<Comment[]> {
  return db.query<Comment>(sql`
    select id, ticket_id, author_kind, author_name, agent_id::text as agent_id, visibility, channel, body, created_utc
    from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) order by created_utc, id`);
}

/** The newest tickets of a customer, newest first, with their due times. */
export async function findRecentTickets(
  db: Db,
  site: SiteRef,
  identityId: bigint,
  options: { readonly limit: number; readonly extensions: boolean; readonly now: Date },
): Promise<Ticket[]> {
  return withReplyDue(db, site, await findTicketsOfIdentity(db, site.id, identityId, options), options);
}

async function findTicketsOfIdentity(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  { limit, extensions }: { readonly limit: number; readonly extensions: boolean },
): Promise<StoredTicket[]> {
  return db.query<StoredTicket>(sql`
    select ${ticketColumns(extensions)} from ticket t ${agentJoin(extensions)}
    where t.site_id = ${siteId} and t.customer_identity_id = ${identityId}
    order by t.created_utc desc, t.id desc limit ${limit}`);
}
