import type { TimelineKind } from '#contract/customer-timeline.ts';
import { sql, type Statement } from '#server/db/db.ts';

export interface TimelineSelection {
  readonly siteId: bigint;
  readonly identityId: bigint;
  /** Lower-case addresses whose portal links belong to the customer. */
  readonly addresses: readonly string[];
  readonly now: Date;
}

/** The tables and columns behind one kind of item. */
export interface TimelineSource {
  readonly from: Statement;
  /** A faster `from` that only finds the newest rows. */
  readonly newest?: (limit: number) => Statement;
  readonly id: Statement;
  readonly at: Statement;
  /** Prefix of the item's id if it is not the kind. */
  readonly name?: Statement;
  readonly action?: Statement;
  readonly title?: Statement;
  readonly actor?: Statement;
  readonly channel?: Statement;
  readonly state?: Statement;
  readonly score?: Statement;
  readonly ticketId?: Statement;
  readonly ticketNumber?: Statement;
  readonly sessionId?: Statement;
  readonly identityId?: Statement;
  /** The number of items, if known without counting rows. */
  readonly count?: Statement;
}

type Sources = (of: TimelineSelection) => readonly TimelineSource[];

const TICKET = { ticketId: sql`t.id`, ticketNumber: sql`t.ticket_number` };

function ticketsOf({ siteId, identityId }: TimelineSelection, join: Statement): Statement {
  return sql`ticket t ${join} where t.site_id = ${siteId} and t.customer_identity_id = ${identityId}`;
}

/**
 * Rows that belong to tickets. `newest` finds them by index alone and reads only their tickets; `from` leaves the plan to
 * PostgreSQL.
 */
function rowsOfTickets(
  of: TimelineSelection,
  table: Statement,
  which: Statement,
): Pick<TimelineSource, 'from' | 'newest'> {
  const { siteId, identityId } = of;
  return {
    from: ticketsOf(of, sql`join ${table} m on m.site_id = t.site_id and m.ticket_id = t.id and ${which}`),
    newest: (limit) => sql`(
        select m.id, m.ticket_id from ${table} m
        where m.site_id = ${siteId} and ${which} and m.ticket_id = any(array(
          select o.id from ticket o where o.site_id = ${siteId} and o.customer_identity_id = ${identityId}))
        order by m.created_utc desc, m.id desc limit ${limit}
      ) k join ${table} m on m.site_id = ${siteId} and m.id = k.id
        join ticket t on t.site_id = ${siteId} and t.id = k.ticket_id`,
  };
}

function sessionsOf({ siteId, identityId }: TimelineSelection, join: Statement): Statement {
  return sql`chat_session s ${join} where s.site_id = ${siteId} and s.customer_identity_id = ${identityId}`;
}

function auditOf({ siteId, identityId }: TimelineSelection, actions: readonly string[]): Statement {
  return sql`audit_log l where l.site_id = ${siteId} and l.object_type = 'customer_identity'
    and l.object_id = ${identityId.toString()} and l.outcome = 'ok' and l.action = any(${actions}::text[])`;
}

/** Solved, or closed without being solved first. Must repeat the predicate of a partial index. */
const SOLVED = sql`m.kind = 'status' and m.to_value in ('resolved', 'closed') and m.from_value in ('open', 'pending')`;

/** Audit actions that change the customer record. */
const CHANGES = ['create', 'update', 'block', 'unblock', 'merge', 'unmerge'].map((verb) => `customer.${verb}`);

export const TIMELINE_SOURCES: Readonly<Record<TimelineKind, Sources>> = {
  ticket: (of) => [
    {
      ...TICKET,
      from: ticketsOf(of, sql``),
      id: sql`t.id`,
      at: sql`t.created_utc`,
      action: sql`'created'`,
      title: sql`t.subject`,
      actor: sql`t.requester_name`,
      channel: sql`t.channel`,
      state: sql`t.status`,
    },
    {
      ...TICKET,
      ...rowsOfTickets(of, sql`ticket_activity`, SOLVED),
      id: sql`m.id`,
      at: sql`m.created_utc`,
      name: sql`'status'`,
      action: sql`m.to_value`,
      title: sql`t.subject`,
      actor: sql`m.actor`,
      channel: sql`t.channel`,
      state: sql`t.status`,
    },
  ],
  comment: (of) => [
    {
      ...TICKET,
      ...rowsOfTickets(of, sql`ticket_comment`, sql`true`),
      id: sql`m.id`,
      at: sql`m.created_utc`,
      action: sql`case when m.visibility = 'internal' then 'note' when m.author_kind = 'customer' then 'received' else 'sent' end`,
      title: sql`left(m.body, 200)`,
      actor: sql`m.author_name`,
      channel: sql`m.channel`,
    },
  ],
  csat: (of) => [
    {
      ...TICKET,
      from: ticketsOf(of, sql`join csat_response r on r.site_id = t.site_id and r.ticket_id = t.id`),
      id: sql`r.id`,
      at: sql`r.created_utc`,
      title: sql`left(r.comment, 200)`,
      actor: sql`t.requester_name`,
      score: sql`r.score::integer`,
    },
  ],
  session: (of) => [
    {
      from: sessionsOf(of, sql`left join ticket t on t.site_id = s.site_id and t.id = s.ticket_id`),
      id: sql`s.id`,
      at: sql`s.started_utc`,
      channel: sql`s.channel`,
      state: sql`s.outcome`,
      ticketId: sql`s.ticket_id`,
      ticketNumber: sql`t.ticket_number`,
      sessionId: sql`s.session_id`,
    },
  ],
  handoff: (of) => [
    {
      from: sessionsOf(
        of,
        sql`join handoff h on h.site_id = s.site_id and h.session_id = s.session_id
          left join agent a on a.site_id = h.site_id and a.id = h.taken_by_agent_id
          left join ticket t on t.site_id = h.site_id and t.id = h.ticket_id`,
      ),
      id: sql`h.id`,
      at: sql`h.created_utc`,
      title: sql`h.reason`,
      actor: sql`a.name`,
      channel: sql`s.channel`,
      state: sql`h.status`,
      ticketId: sql`h.ticket_id`,
      ticketNumber: sql`t.ticket_number`,
      sessionId: sql`h.session_id`,
    },
  ],
  event: (of) => {
    const visitors = sql`v.site_id = ${of.siteId} and v.customer_identity_id = ${of.identityId}`;
    return [
      {
        from: sql`visitor v join visitor_event e on e.site_id = v.site_id and e.visitor_id = v.id where ${visitors}`,
        newest: (limit) => sql`visitor v cross join lateral (
            select n.id, n.event, n.occurred_utc from visitor_event n
            where n.site_id = ${of.siteId} and n.visitor_id = v.id order by n.occurred_utc desc, n.id desc limit ${limit}
          ) e where ${visitors}`,
        id: sql`e.id`,
        at: sql`e.occurred_utc`,
        title: sql`e.event`,
        actor: sql`coalesce(v.display_name, v.visitor_key)`,
        count: sql`select coalesce(sum(v.event_count), 0) from visitor v where ${visitors}`,
      },
    ];
  },
  channel: (of) => [
    {
      from: sql`channel_binding b where b.site_id = ${of.siteId} and b.identity_id = ${of.identityId}`,
      id: sql`b.id`,
      at: sql`b.bound_utc`,
      action: sql`'bound'`,
      title: sql`coalesce(b.display_handle, b.external_user_id)`,
      channel: sql`b.channel`,
    },
    {
      from: auditOf(of, ['channel.unbind']),
      id: sql`l.id`,
      at: sql`l.at_utc`,
      action: sql`case when l.changes -> 1 ->> 'to' is null then 'unbound' else 'moved' end`,
      title: sql`(select coalesce(c.display_name, c.email, c.phone) from customer_identity c
        where c.site_id = l.site_id and c.id = (l.changes -> 1 ->> 'to')::bigint)`,
      identityId: sql`(l.changes -> 1 ->> 'to')::bigint`,
      actor: sql`l.label`,
      channel: sql`l.changes -> 0 ->> 'from'`,
    },
  ],
  link: (of) => [
    {
      from: sql`portal_token p cross join lateral (values ('issued', p.created_utc), ('opened', p.last_used_utc),
          ('revoked', p.revoked_utc)) as m (action, at_utc)
        where p.site_id = ${of.siteId} and p.email_key = any(${of.addresses}::text[]) and m.at_utc is not null`,
      id: sql`p.id`,
      at: sql`m.at_utc`,
      name: sql`'link ' || m.action`,
      action: sql`m.action`,
      title: sql`p.requester_email`,
      actor: sql`case when m.action = 'issued' then p.issued_by end`,
      state: sql`case when p.revoked_utc is not null then 'revoked'
        when p.expires_utc <= ${of.now.toISOString()}::timestamptz then 'expired' else 'active' end`,
    },
  ],
  note: (of) => [
    {
      from: sql`customer_note n where n.site_id = ${of.siteId} and n.identity_id = ${of.identityId}`,
      id: sql`n.id`,
      at: sql`n.created_utc`,
      title: sql`left(n.body, 200)`,
      actor: sql`n.author`,
    },
  ],
  change: (of) => [
    {
      from: auditOf(of, CHANGES),
      id: sql`l.id`,
      at: sql`l.at_utc`,
      action: sql`case l.action when 'customer.create' then 'created' when 'customer.update' then 'edited'
        when 'customer.block' then 'blocked' when 'customer.unblock' then 'unblocked'
        when 'customer.merge' then 'merged' else 'unmerged' end`,
      actor: sql`l.label`,
    },
  ],
};
