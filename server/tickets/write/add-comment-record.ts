import type { Body, Reply } from '#contract/operation.ts';
import type { Comment } from '#contract/tickets.ts';
import type { addTicketComment } from '#contract/ticket-writes.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { withOneReplyDue } from '#server/tickets/list/reply-due.ts';
import { stateOf, storeChange, lockTicketAtVersion, type PlannedStep } from './change-ticket-record.ts';
import { type LockedTicket, applyPatch } from './ticket-change.ts';
import type { CommentRow } from './ticket-write.sql.ts';
import { keepUndoable, newUndo, recordUndo } from './undo-record.ts';
import type { WriteContext } from '#server/tickets/write-context.ts';

/** A comment from the requester comes in on a channel; the API adds comments of agents only. */
export type CommentInput = Body<typeof addTicketComment> & {
  readonly isFromRequester?: boolean;
  /** The author of an imported comment; without a name, a customer has the requester's. */
  readonly importedAuthor?: { readonly kind: Comment['author_kind']; readonly name: string | null };
};

/**
 * Adds a comment, public by default, and optionally changes the status. An agent's first public comment is the first
 * response. The undo token in the reply undoes the change of status; the comment stays. To be called inside a
 * transaction. See docs/api.md, "Comments".
 * @throws ApiError not_found, or conflict with the present ticket
 */
export async function addCommentRecord(
  db: Db,
  site: SiteRef,
  input: CommentInput,
  context: WriteContext,
): Promise<Reply<typeof addTicketComment>> {
  const expect = {
    version: input.version,
    agentId: context.actor.agentId,
    extensions: context.extensions,
    now: context.now,
  };
  const locked = await lockTicketAtVersion(db, site, input.ticket_id, expect);
  const { change, comment } = planComment(locked, input, context);
  const stored = await storeChange(db, site, locked, { change, comment }, context);
  const { comment_id: id, ...row } = stored;
  if (id === null) throw new Error('the insert returned no comment');
  const ticket = await withOneReplyDue(db, site, row, context.now);
  const undo = change.activity.length > 0 ? newUndo(context.now) : null;
  if (undo !== null) await recordUndo(db, site, undo, [locked]);
  else await keepUndoable(db, site, [{ id: locked.id, from: locked.version, to: locked.version + 1 }]);
  return {
    id,
    ticket_id: locked.id,
    author_kind: comment.authorKind,
    author_name: comment.authorName,
    agent_id: comment.agentId === null ? null : comment.agentId.toString(),
    visibility: comment.visibility,
    channel: comment.channel,
    body: comment.body,
    created_utc: context.now.toISOString(),
    ticket,
    undo_token: undo?.token ?? null,
  };
}

/** The comment row and the change of the ticket that comes with it. */
export function planComment(
  ticket: LockedTicket,
  input: Omit<CommentInput, 'ticket_id'>,
  context: AuditContext,
): PlannedStep & { readonly comment: CommentRow } {
  const comment = commentOf(input, ticket, context);
  const isAnswer = comment.authorKind === 'agent' && comment.visibility === 'public';
  return { change: applyPatch(stateOf(ticket), { status: input.status, isAnswer }, context.now), comment };
}

/** The reply to store for an Idempotency-Key: without the undo token, of which the database has only the hash. */
export function withoutUndoToken(reply: Reply<typeof addTicketComment>): Reply<typeof addTicketComment> {
  return { ...reply, undo_token: null };
}

function commentOf(input: Omit<CommentInput, 'ticket_id'>, ticket: LockedTicket, { actor }: AuditContext): CommentRow {
  const { importedAuthor } = input;
  const authorKind = importedAuthor?.kind ?? (input.isFromRequester === true ? 'customer' : 'agent');
  const isAgent = authorKind === 'agent' && importedAuthor === undefined;
  const requester = authorKind === 'customer' ? ticket.requester_name : null;
  return {
    authorKind,
    // Falls back to the token's label if it belongs to no agent.
    authorName: isAgent ? (ticket.agent_name ?? actor.label) : (importedAuthor?.name ?? requester),
    agentId: isAgent && ticket.agent_name !== null ? actor.agentId : null,
    visibility: input.visibility ?? 'public',
    channel: input.channel ?? ticket.channel,
    body: input.body,
  };
}
