import { sql, type Statement } from '#server/db/db.ts';

const DOCUMENTED = sql`t.id, t.ticket_number, t.subject, t.status, t.priority, t.channel, t.requester_name,
  t.requester_email, t.requester_phone, nullif(array_to_string(t.tags, ','), '') as tags, t.first_response_utc,
  t.resolved_utc, t.created_utc, t.customer_identity_id`;

const EXTENDED = sql`${DOCUMENTED}, t.assignee_agent_id::text as assignee_agent_id, a.name as assignee_name,
  t.updated_utc, t.last_message_preview, t.snoozed_until_utc, t.version,
  exists (select from customer_identity i where i.site_id = t.site_id and i.id = t.customer_identity_id
    and i.blocked_utc is not null) as customer_blocked,
  case when t.status in ('open', 'pending') then t.unanswered_utc end as unanswered_utc`;

/** The columns of a `StoredTicket` in the order of the reply, from the ticket `t` and its agent `a`. */
export function ticketColumns(extensions: boolean): Statement {
  return extensions ? EXTENDED : DOCUMENTED;
}

const WITH_AGENT = sql`left join agent a on a.site_id = t.site_id and a.id = t.assignee_agent_id`;
const ALONE = sql``;

/** The join that `ticketColumns` needs. */
export function agentJoin(extensions: boolean): Statement {
  return extensions ? WITH_AGENT : ALONE;
}
