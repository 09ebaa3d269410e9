import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvents } from '#server/webhooks/record-event.ts';
import type { LockedTicket } from './locked-ticket.ts';
import { messagePreview } from './message-preview.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import type { ActivityEntry, TicketChange, TicketState } from './ticket-change.ts';
import { withOneReplyDue } from '#server/tickets/list/reply-due.ts';
import { getTicketRow } from '#server/tickets/list/ticket-detail.sql.ts';
import { eventOfComment, eventsOfChange } from './ticket-events.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { lockTicket, updateTicketRow, type CommentRow, type UpdatedTicket } from './ticket-write.sql.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

type SiteId = SiteRef;

/**
 * Takes a ticket for a change, until the transaction ends.
 * @param expect the version that the caller saw, and an agent of whom the name is wanted
 * @throws ApiError not_found; conflict with the present ticket when it has another version
 */
export async function lockTicketAtVersion(
  db: Db,
  site: SiteId,
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

export interface StoredChange {
  readonly row: UpdatedTicket;
  /** The ticket as it is now, for a next change in the same transaction. */
  readonly locked: LockedTicket;
}

/** Stores what `applyPatch` worked out, with its comment if any, and one line of audit. */
export async function storeChange(
  db: Db,
  site: SiteId,
  ticket: LockedTicket,
  { change, comment }: { readonly change: TicketChange; readonly comment: CommentRow | null },
  context: WriteContext,
): Promise<StoredChange> {
  const said: ActivityEntry[] = comment === null ? [] : [{ kind: 'comment', from: null, to: comment.visibility }];
  const known = new Set(ticket.tags.map(tagKey));
  const { requester_name: name, requester_email: email, requester_phone: phone } = ticket;
  const { state } = change;
  const preview = comment?.visibility === 'public' ? messagePreview(comment.body) : ticket.last_message_preview;
  const row = await updateTicketRow(
    db,
    site.id,
    {
      id: ticket.id,
      state,
      activity: [...said, ...change.activity],
      preview,
      searchText: searchText([`#${ticket.ticket_number}`, ticket.subject, name, email, phone, ...state.tags]),
      newTags: state.tags.filter((tag) => !known.has(tagKey(tag))),
      comment,
    },
    { now: context.now, by: activityActor(context), extensions: context.extensions },
  );
  const action = comment === null ? 'ticket.update' : 'ticket.comment';
  const commentChanges = comment === null ? [] : [{ field: 'visibility', from: null, to: comment.visibility }];
  const changes = [...commentChanges, ...change.audit];
  await recordAudit(db, site, { action, objectType: 'ticket', objectId: ticket.id.toString(), changes }, context);
  const commented = comment === null ? [] : eventOfComment(ticket, row.comment_id, comment);
  await recordEvents(db, site, [...commented, ...eventsOfChange(ticket, change)], context);
  const locked: LockedTicket = {
    ...ticket,
    status: state.status,
    priority: state.priority,
    assignee_agent_id: state.assignee?.id ?? null,
    assignee_name: state.assignee?.name ?? null,
    tags: state.tags,
    snoozed_until_utc: state.snoozedUntilUtc,
    first_response_utc: state.firstResponseUtc,
    resolved_utc: state.resolvedUtc,
    last_message_preview: preview,
    version: ticket.version + 1,
  };
  return { row, locked };
}
