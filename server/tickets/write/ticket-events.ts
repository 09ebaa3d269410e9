import type { Ticket } from '#contract/tickets.ts';
import type { StoredTicket } from '#server/tickets/list/reply-due.ts';
import type { SiteEvent } from '#server/webhooks/record-event.ts';
import type { LockedTicket, TicketChange } from './ticket-change.ts';
import type { CommentRow } from './ticket-write.sql.ts';

/** The events of a new ticket. See docs/api.md, "What is sent". */
export function eventOfCreation(ticket: StoredTicket, initialComment: string | null): SiteEvent {
  const { id, ticket_number, status, priority, channel, customer_identity_id } = ticket;
  const comment = initialComment === null ? {} : { initial_comment: initialComment };
  return {
    type: 'ticket.created',
    data: { id, ticket_number, status, priority, channel, customer_identity_id },
    pii: { ...peopleOf(ticket), ...comment },
  };
}

/** The events of a change; none if no field changed. Closing a ticket sends no `ticket.resolved`. */
export function eventsOfChange(ticket: LockedTicket, { state, audit }: TicketChange): SiteEvent[] {
  if (audit.length === 0) return [];
  const { id, ticket_number, status: oldStatus, assignee_agent_id: oldAssignee } = ticket;
  const { status, priority } = state;
  const data = { id, ticket_number, status, priority, assignee_agent_id: agentText(state.assignee?.id) };
  const pii = { ...peopleOf(ticket), tags: state.tags.length === 0 ? null : state.tags.join(',') };
  const events: SiteEvent[] = [
    { type: 'ticket.updated', data: { ...data, changed: audit.map(({ field }) => field) }, pii },
  ];
  if (status !== oldStatus) {
    const moved = { ...data, previous: { status: oldStatus } };
    events.push({ type: 'ticket.status_changed', data: moved, pii });
    if (status === 'resolved') events.push({ type: 'ticket.resolved', data: moved, pii });
  }
  if ((state.assignee?.id ?? null) !== oldAssignee) {
    const previous = { assignee_agent_id: agentText(oldAssignee) };
    events.push({ type: 'ticket.assigned', data: { ...data, previous }, pii });
  }
  return events;
}

/** An internal note sends nothing. */
export function eventOfComment(ticket: LockedTicket, id: bigint | null, comment: CommentRow): SiteEvent[] {
  if (comment.visibility === 'internal') return [];
  const { id: ticket_id, ticket_number } = ticket;
  return [
    {
      type: 'ticket.comment_added',
      data: { id, ticket_id, ticket_number, author_kind: comment.authorKind, visibility: comment.visibility },
      pii: { ...peopleOf(ticket), author_name: comment.authorName, body: comment.body },
    },
  ];
}

function peopleOf({
  subject,
  requester_name,
  requester_email,
  requester_phone,
}: Pick<Ticket, 'subject' | 'requester_name' | 'requester_email' | 'requester_phone'>) {
  return { subject, requester_name, requester_email, requester_phone };
}

/** The API has agent ids as text. */
function agentText(id: bigint | null | undefined): string | null {
  return id === null || id === undefined ? null : id.toString();
}
