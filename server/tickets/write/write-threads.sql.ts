import { json, sql, type Db } from '#server/db/db.ts';
import { messageRowDeltas } from '#server/counters/message-hours.ts';
import { ticketRowDeltas } from '#server/tickets/ticket-counters.ts';
import type { LockedTicket } from './ticket-change.ts';

export type AllocatedTicket = Pick<LockedTicket, 'id' | 'ticket_number'>;

/** Allocates ids and numbers for new tickets, both ascending. */
export async function allocateTickets(db: Db, siteId: bigint, count: number): Promise<AllocatedTicket[]> {
  const id = await db.takeIds(siteId, count);
  const number = await db.takeTicketNumbers(siteId, count);
  return Array.from({ length: count }, (_, index) => ({ id: id + BigInt(index), ticket_number: number + index }));
}

/** Rows to insert, keyed by column names. */
export interface ThreadRows {
  readonly tickets: (LockedTicket & {
    readonly tag_keys: readonly string[];
    readonly requester_phone_key: string | null;
    readonly required_skills: readonly string[];
    readonly customer_identity_id: bigint | null;
    readonly created_utc: Date;
    readonly updated_utc: string;
    readonly unanswered_utc: string | null;
    readonly search_text: string;
  })[];
  readonly activity: {
    readonly ticket_id: bigint;
    readonly kind: string;
    readonly actor: string;
    readonly from_value: string | null;
    readonly to_value: string | null;
    readonly created_utc: Date;
  }[];
  readonly comments: {
    readonly ticket_id: bigint;
    readonly author_kind: string;
    readonly author_name: string | null;
    readonly agent_id: bigint | null;
    readonly visibility: string;
    readonly channel: string;
    readonly body: string;
    readonly created_utc: Date;
  }[];
  /** Tags that may be new to the site, with duplicates. */
  readonly tags: { readonly name: string; readonly name_key: string; readonly created_utc: Date }[];
}

/** Inserts tickets in their final state with their history. Comments of customers also become inbound channel messages. */
export async function insertThreads(db: Db, siteId: bigint, rows: ThreadRows): Promise<void> {
  const { activity, comments, tags } = rows;
  const first = await db.takeIds(siteId, activity.length + 2 * comments.length + tags.length);
  const firstComment = first + BigInt(activity.length);
  const firstMessage = firstComment + BigInt(comments.length);
  const firstTag = firstMessage + BigInt(comments.length);
  await db.query(sql`
    with made as (
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_name, requester_email,
        requester_phone, requester_phone_key, tags, tag_keys, required_skills, first_response_utc, resolved_utc, created_utc,
        updated_utc, unanswered_utc, customer_identity_id, assignee_agent_id, snoozed_until_utc, last_message_preview, version,
        search_text)
      select ${siteId}, t.id, t.ticket_number, t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email,
        t.requester_phone, t.requester_phone_key, t.tags, t.tag_keys, t.required_skills, t.first_response_utc, t.resolved_utc,
        t.created_utc, t.updated_utc, t.unanswered_utc, t.customer_identity_id, t.assignee_agent_id, t.snoozed_until_utc,
        t.last_message_preview, t.version, t.search_text
      from json_populate_recordset(null::ticket, ${json(rows.tickets)}::text::json) t
      returning *
    ), recorded as (
      insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
      select ${siteId}, ${first}::bigint + row_number() over () - 1, a.ticket_id, a.kind, a.actor, a.from_value, a.to_value, a.created_utc
      from json_populate_recordset(null::ticket_activity, ${json(activity)}::text::json) a
    ), comments as materialized (
      select * from json_populate_recordset(null::ticket_comment, ${json(comments)}::text::json)
    ), said as (
      insert into ticket_comment (site_id, id, ticket_id, author_kind, author_name, agent_id, visibility, channel, body, created_utc)
      select ${siteId}, ${firstComment}::bigint + row_number() over () - 1, c.ticket_id, c.author_kind, c.author_name, c.agent_id, c.visibility, c.channel, c.body,
        c.created_utc
      from comments c
    ), came_in as (
      insert into channel_message (site_id, id, channel, direction, ticket_id, created_utc)
      select ${siteId}, ${firstMessage}::bigint + row_number() over () - 1, c.channel, 'in', c.ticket_id, c.created_utc
      from comments c where c.author_kind = 'customer'
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n)
      select ${siteId}, d.name, d.key, d.n
      from (${ticketRowDeltas(sql`made`, 1)} union all ${messageRowDeltas(sql`came_in`, 1)}) d
    )
    insert into tag (site_id, id, name, name_key, created_utc)
    select ${siteId}, ${firstTag}::bigint + row_number() over (order by n.name_key) - 1, n.name, n.name_key, n.created_utc
    from (
      select distinct on (g.name_key) g.* from json_populate_recordset(null::tag, ${json(tags)}::text::json) g
      where not exists (select from tag k where k.site_id = ${siteId} and k.name_key = g.name_key)
      order by g.name_key, g.created_utc
    ) n order by n.name_key
    on conflict (site_id, name_key) do nothing`);
}
