import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvents } from '#server/webhooks/record-event.ts';
import type { LockedTicket, ActivityEntry, TicketChange, TicketState } from './ticket-change.ts';
import { messagePreview } from './message-preview.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { withOneReplyDue } from '#server/tickets/list/reply-due.ts';
import { getTicketRow } from '#server/tickets/list/ticket-detail.sql.ts';
import { eventOfComment, eventsOfChange } from './ticket-events.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { ticketDeltas, type CountedTicket } from '#server/tickets/ticket-counters.ts';
import {
  lockTicket,
  updateTicketRow,
  type CommentRow,
  type TicketUpdate,
  type UpdatedTicket,
} from './ticket-write.sql.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

/**
 * Locks a ticket for a change until the transaction ends.
 * @param expect the version that the caller saw; the name of the agent `agentId` comes with the ticket
 * @throws ApiError not_found; conflict with the present ticket if it has another version
 */
export async function lockTicketAtVersion(
  db: Db,
  site: SiteRef,
  ticketId: bigint,
  expect: {
    readonly version: number | undefined;
    readonly agentId: bigint | null;
    readonly extensions: boolean;
    readonly now: Date;
  },
): Promise<LockedTicket> {
  const ticket = await lockTicket(db, site.id, ticketId, expect.agentId);
  if (ticket === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  if (expect.version !== undefined && expect.version !== ticket.version) {
    const stored = await getTicketRow(db, site.id, ticketId, expect.extensions);
    const current = stored && (await withOneReplyDue(db, site, stored, expect.now));
    throw new ApiError('conflict', `The ticket has changed: it is at version ${ticket.version}`, { current });
  }
  return ticket;
}

export function stateOf(ticket: LockedTicket): TicketState {
  const { assignee_agent_id: id, assignee_name: name } = ticket;
  return {
    status: ticket.status,
    priority: ticket.priority,
    assignee: id === null ? null : { id, name: name ?? '' },
    tags: ticket.tags,
    snoozedUntilUtc: ticket.snoozed_until_utc,
    firstResponseUtc: ticket.first_response_utc,
    resolvedUtc: ticket.resolved_utc,
  };
}

/** The result of `applyPatch`, with a comment if any. */
export interface PlannedStep {
  readonly change: TicketChange;
  readonly comment: CommentRow | null;
}

/** Stores a change with its comment, audit entry and events. */
export async function storeChange(
  db: Db,
  site: SiteRef,
  ticket: LockedTicket,
  step: PlannedStep,
  context: WriteContext,
): Promise<UpdatedTicket> {
  const { change, comment } = step;
  const stamp = { now: context.now, by: activityActor(context), extensions: context.extensions };
  const row = await updateTicketRow(db, site.id, updateOf(ticket, step), stamp);
  await recordAudit(db, site, auditOfChange(ticket, step), context);
  const commented = comment === null ? [] : eventOfComment(ticket, row.comment_id, comment);
  await recordEvents(db, site, [...commented, ...eventsOfChange(ticket, change)], context);
  return row;
}

/** The row values of a change. */
export function updateOf(ticket: LockedTicket, { change, comment }: PlannedStep): TicketUpdate {
  const said: ActivityEntry[] = comment === null ? [] : [{ kind: 'comment', from: null, to: comment.visibility }];
  const known = new Set(ticket.tags.map(tagKey));
  const { requester_name: name, requester_email: email, requester_phone: phone } = ticket;
  const { state } = change;
  const preview = comment?.visibility === 'public' ? messagePreview(comment.body) : ticket.last_message_preview;
  return {
    id: ticket.id,
    state,
    activity: [...said, ...change.activity],
    preview,
    searchText: searchText([`#${ticket.ticket_number}`, ticket.subject, name, email, phone, ...state.tags]),
    newTags: state.tags.filter((tag) => !known.has(tagKey(tag))),
    comment,
    deltas: ticketDeltas(countedTicket(ticket, stateOf(ticket)), countedTicket(ticket, state)),
  };
}

/** The counted fields of a ticket in a state, before or after a change. */
export function countedTicket(ticket: LockedTicket, state: TicketState): CountedTicket {
  const { status, priority, assignee, tags } = state;
  return { status, priority, assigneeId: assignee?.id ?? null, channel: ticket.channel, tagKeys: tags.map(tagKey) };
}

export function auditOfChange(ticket: LockedTicket, { change, comment }: PlannedStep): AuditEntry {
  const action = comment === null ? 'ticket.update' : 'ticket.comment';
  const commentChanges = comment === null ? [] : [{ field: 'visibility', from: null, to: comment.visibility }];
  const changes = [...commentChanges, ...change.audit];
  return { action, objectType: 'ticket', objectId: ticket.id.toString(), changes };
}
