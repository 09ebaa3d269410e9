import type { Comment, TicketPriority } from '#contract/tickets.ts';
import { insertDeltas, type Delta } from '#server/counters/counters.ts';
import { type Db, sql, type Statement } from '#server/db/db.ts';
import { inboundDeltas } from '#server/counters/message-hours.ts';
import { ticketDeltas } from '#server/tickets/ticket-counters.ts';
import type { LockedTicket, ActivityEntry, TicketState } from './ticket-change.ts';
import type { StoredTicket } from '#server/tickets/list/reply-due.ts';
import { agentJoin, ticketColumns } from '#server/tickets/list/ticket-columns.sql.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { authorName } from '#server/tickets/agents.ts';
import type { Author } from '#server/operation/call.ts';

/** A comment to store. */
export interface CommentRow {
  readonly authorKind: Comment['author_kind'];
  readonly authorName: string | null;
  readonly agentId: bigint | null;
  readonly visibility: Comment['visibility'];
  readonly channel: string;
  readonly body: string;
}

export interface NewTicketRow {
  readonly subject: string;
  readonly priority: TicketPriority;
  readonly channel: string;
  readonly requesterName: string | null;
  readonly requesterEmail: string | null;
  readonly requesterPhone: string | null;
  readonly requesterPhoneKey: string | null;
  readonly requiredSkills: readonly string[];
  readonly customerIdentityId: bigint | null;
  readonly initialComment: string | null;
  readonly preview: string | null;
  /** Without the ticket number, which the insert adds. */
  readonly searchText: string;
}

interface Stamp {
  readonly now: Date;
  /** Author of the activity. */
  readonly by: Author;
  readonly extensions: boolean;
}

/** Inserts a ticket with its first comment, activity, inbound message and counters in one statement. */
export async function insertTicket(db: Db, siteId: bigint, row: NewTicketRow, stamp: Stamp): Promise<StoredTicket> {
  const at = stamp.now.toISOString();
  const { priority, channel, initialComment } = row;
  const deltas = [
    ...ticketDeltas(null, { status: 'open', priority, assigneeId: null, channel, tagKeys: [] }),
    ...(initialComment === null ? [] : inboundDeltas(channel, stamp.now)),
  ];
  const first = await db.takeIds(siteId, 4);
  const number = await db.takeTicketNumbers(siteId, 1);
  const [ticket] = await db.query<StoredTicket>(sql`
    with made as (
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_name, requester_email,
        requester_phone, requester_phone_key, required_skills, created_utc, updated_utc, unanswered_utc, customer_identity_id, last_message_preview, search_text)
      values (${siteId}, ${first}, ${number}, ${row.subject}, 'open', ${row.priority}, ${row.channel}, ${row.requesterName},
        ${row.requesterEmail}, ${row.requesterPhone}, ${row.requesterPhoneKey}::text,
        ${row.requiredSkills}::text[], ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, ${row.customerIdentityId}::bigint, ${row.preview}, ${`#${number}\n${row.searchText}`})
      returning *
    ), recorded as (
      insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
      select t.site_id, ${first + 1n}::bigint, t.id, 'created', ${authorName(siteId, stamp.by)}, null, t.channel, t.created_utc from made t
    ), counted as (${insertDeltas(siteId, deltas)}
    )${initialComment === null ? sql`` : firstComment(initialComment, first + 2n)}
    select ${ticketColumns(stamp.extensions)} from made t ${agentJoin(stamp.extensions)}`);
  if (ticket === undefined) throw new Error('the insert returned no ticket');
  return ticket;
}

/** @param first The first of two ids. */
function firstComment(body: string, first: bigint): Statement {
  return sql`, said as (
      insert into ticket_comment (site_id, id, ticket_id, author_kind, author_name, visibility, channel, body, created_utc)
      select t.site_id, ${first}::bigint, t.id, 'customer', t.requester_name, 'public', t.channel, ${body}, t.created_utc
      from made t
    ), came_in as (
      insert into channel_message (site_id, id, channel, direction, ticket_id, created_utc)
      select t.site_id, ${first + 1n}::bigint, t.channel, 'in', t.id, t.created_utc from made t
    )`;
}

/** Locks a ticket until the transaction ends. @param agentId its name is returned as `agent_name` */
export async function lockTicket(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  agentId: bigint | null,
): Promise<LockedTicket | undefined> {
  const [row] = await db.query<LockedTicket>(sql`
    select t.id, t.ticket_number, t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email,
      t.requester_phone, t.tags, t.first_response_utc, t.resolved_utc, t.assignee_agent_id,
      (select a.name from agent a where a.site_id = ${siteId} and a.id = t.assignee_agent_id) as assignee_name,
      t.snoozed_until_utc, t.last_message_preview, t.version,
      (select a.name from agent a where a.site_id = ${siteId} and a.id = ${agentId}::bigint) as agent_name
    from ticket t where t.site_id = ${siteId} and t.id = ${ticketId} for update of t`);
  return row;
}

export interface TicketUpdate {
  readonly id: bigint;
  readonly state: TicketState;
  readonly activity: readonly ActivityEntry[];
  readonly preview: string | null;
  readonly searchText: string;
  /** Tags that may be new to the site. */
  readonly newTags: readonly string[];
  readonly comment: CommentRow | null;
  /** Deltas of the ticket's counters, without those of its comment. */
  readonly deltas: readonly Delta[];
}

export type UpdatedTicket = StoredTicket & { readonly comment_id: bigint | null };

/** Stores a change with its activity, comment and new tags in one statement, and increments the version. */
export async function updateTicketRow(
  db: Db,
  siteId: bigint,
  update: TicketUpdate,
  stamp: Stamp,
): Promise<UpdatedTicket> {
  const { id, state, activity, comment } = update;
  const at = stamp.now.toISOString();
  const unanswered = unansweredAfter(comment, at);
  const cameIn = comment?.authorKind === 'customer' ? inboundDeltas(comment.channel, stamp.now) : [];
  const deltas = [...update.deltas, ...cameIn];
  const first = await db.takeIds(siteId, activity.length + update.newTags.length + 2);
  const firstTag = first + BigInt(activity.length);
  const firstOfComment = firstTag + BigInt(update.newTags.length);
  const [row] = await db.query<UpdatedTicket>(sql`
    with changed as (
      update ticket set status = ${state.status}, priority = ${state.priority}, assignee_agent_id = ${state.assignee?.id ?? null},
        tags = ${state.tags}::text[], tag_keys = ${state.tags.map(tagKey)}::text[], snoozed_until_utc = ${state.snoozedUntilUtc},
        first_response_utc = ${state.firstResponseUtc}, resolved_utc = ${state.resolvedUtc}, updated_utc = ${at}::timestamptz,
        unanswered_utc = ${unanswered === undefined ? sql`unanswered_utc` : sql`${unanswered}::timestamptz`}, last_message_preview = ${update.preview}, version = version + 1, search_text = ${update.searchText}
      where site_id = ${siteId} and id = ${id}
      returning *
    ), recorded as (
      insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
      select ${siteId}, ${first}::bigint + u.position - 1, ${id}, u.kind, ${authorName(siteId, stamp.by)}, u.from_value, u.to_value, ${at}::timestamptz
      from unnest(${activity.map((entry) => entry.kind)}::text[], ${activity.map((entry) => entry.from)}::text[],
        ${activity.map((entry) => entry.to)}::text[]) with ordinality as u (kind, from_value, to_value, position)
    )${deltas.length === 0 ? sql`` : sql`, counted as (${insertDeltas(siteId, deltas)})`}${update.newTags.length === 0 ? sql`` : registerTags(siteId, update.newTags, { firstId: firstTag, at })}
    ${comment === null ? sql`` : addComment(siteId, id, comment, { firstId: firstOfComment, at })}
    select ${ticketColumns(stamp.extensions)}, ${comment === null ? sql`null::bigint` : sql`(select id from said)`} as comment_id
    from changed t ${agentJoin(stamp.extensions)}`);
  if (row === undefined) throw new Error('the update returned no ticket');
  return row;
}

/**
 * The new `unanswered_utc` after a comment; undefined if it stays. A public comment of an agent clears it, one of the
 * customer sets it. Comments of AI do not count, as for the first response.
 */
export function unansweredAfter(comment: CommentRow | null, at: string): string | null | undefined {
  if (comment?.visibility !== 'public') return undefined;
  if (comment.authorKind === 'agent') return null;
  return comment.authorKind === 'customer' ? at : undefined;
}

/** Inserts in key order, so concurrent writers of the same new tags cannot deadlock. */
function registerTags(
  siteId: bigint,
  tags: readonly string[],
  { firstId, at }: { readonly firstId: bigint; readonly at: string },
): Statement {
  return sql`, registered as (
      insert into tag (site_id, id, name, name_key, created_utc)
      select ${siteId}, ${firstId}::bigint + row_number() over (order by u.name_key) - 1, u.name, u.name_key, ${at}::timestamptz
      from unnest(${tags}::text[], ${tags.map(tagKey)}::text[]) as u (name, name_key)
      where not exists (select from tag k where k.site_id = ${siteId} and k.name_key = u.name_key)
      order by u.name_key
      on conflict (site_id, name_key) do nothing
    )`;
}

/** Also inserts an inbound channel message if the comment is the customer's. @param firstId The first of two ids. */
function addComment(
  siteId: bigint,
  ticketId: bigint,
  comment: CommentRow,
  { firstId, at }: { readonly firstId: bigint; readonly at: string },
): Statement {
  const cameIn = sql`, came_in as (
      insert into channel_message (site_id, id, channel, direction, ticket_id, created_utc)
      values (${siteId}, ${firstId + 1n}, ${comment.channel}, 'in', ${ticketId}, ${at}::timestamptz)
    )`;
  return sql`, said as (
      insert into ticket_comment (site_id, id, ticket_id, author_kind, author_name, agent_id, visibility, channel, body, created_utc)
      values (${siteId}, ${firstId}, ${ticketId}, ${comment.authorKind}, ${comment.authorName}, ${comment.agentId},
        ${comment.visibility}, ${comment.channel}, ${comment.body}, ${at}::timestamptz)
      returning id
    )${comment.authorKind === 'customer' ? cameIn : sql``}`;
}

/** Stores the first response that another system reports. It answers everything the customer wrote by then. */
export async function updateFirstResponse(db: Db, siteId: bigint, ticketId: bigint, iso: string): Promise<void> {
  await db.query(sql`
    update ticket set first_response_utc = ${iso}::timestamptz,
      unanswered_utc = case when unanswered_utc > ${iso}::timestamptz then unanswered_utc end
    where site_id = ${siteId} and id = ${ticketId}`);
}
