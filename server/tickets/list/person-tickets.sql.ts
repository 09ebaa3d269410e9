import type { Comment } from '#contract/tickets.ts';
import { readBatches } from '#server/db/batches.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { WEIGHED_ROWS } from '#server/operation/attach-lists.ts';
import type { StoredTicket } from './reply-due.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In their matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

/**
 * Which tickets `t` are a person's, for whoever reads or erases them: one condition for each way of belonging to a person, each
 * of an index of its own. A phone counts where it stands alone.
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
  const ways = ticketsOfPerson(person);
  return sql`t.site_id = ${siteId} and (${ways.length === 0 ? sql`false` : joinSql(ways, ' or ')})`;
}

/** A select of the ids of their tickets. */
export function ticketIdsOfPerson(siteId: bigint, person: KnownPerson): Statement {
  return sql`select t.id from ticket t where ${isOfPerson(siteId, person)}`;
}

/** Newest first. */
export function readTicketsOfPerson(db: Db, siteId: bigint, person: KnownPerson): AsyncGenerator<StoredTicket[]> {
  return readBatches<StoredTicket>(db, {
    columns: sql`id, ticket_number, subject, status, priority, channel, requester_name, requester_email, requester_phone,
      tags, first_response_utc, resolved_utc, created_utc, customer_identity_id, assignee_agent_id, assignee_name,
      updated_utc, last_message_preview, snoozed_until_utc, version, customer_blocked, unanswered_utc`,
    // The offset keeps the planner from walking through every ticket of the site in search of a few.
    rows: (position) => sql`
      select ${ticketColumns(true)}
      from (select * from ticket t where ${isOfPerson(siteId, person)} offset 0) t ${agentJoin(true)} where ${position}`,
    key: { at: sql`t.created_utc`, id: sql`t.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`octet_length(subject) + 500`,
  });
}

/** How much was said in tickets, in bytes. */
export async function weighComments(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(body) + 200), 0)::float8 as bytes from (
      select body from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[])
      limit ${WEIGHED_ROWS}) c`);
  return row?.bytes ?? 0;
}

/** Oldest first. */
export async function findCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<Comment[]> {
  return db.query<Comment>(sql`
    select id, ticket_id, author_kind, author_name, agent_id::text as agent_id, visibility, channel, body, created_utc
    from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) order by created_utc, id`);
}
