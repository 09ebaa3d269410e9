import { addTicketComment } from '#contract/ticket-writes.ts';
import type { Comment, Ticket, TicketDetail, VISIBILITIES } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import type { Message } from '#src/outbox/outbox-store.ts';
import { noteOwnWrite } from '#src/ticket-edit/update/own-writes.ts';
import { readCurrentTicket } from '#src/ticket-edit/update/save-ticket.ts';
import { undoOfTicket } from '#src/ticket-edit/update/undo-change.ts';
import { ticketOptions } from '#src/tickets/ticket-query.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { type beginUndo, offerUndo, retractUndo } from '#src/undo/undo.ts';
import { messages } from './messages.ts';

export type CommentKind = (typeof VISIBILITIES)[number];

/**
 * Posts a reply or a note and shows it at once in the conversation. Answers the token that undoes its change of status,
 * where there is one. @throws ApiFailure
 */
export async function postComment(message: Message): Promise<{
  readonly ticket: Ticket;
  readonly undoToken: string | null;
}> {
  const { ticketId, kind, text, channel, key, version, status } = message;
  const {
    ticket,
    undo_token: undoToken,
    ...comment
  } = await write(
    addTicketComment,
    {
      idempotencyKey: key,
      body: {
        ticket_id: ticketId,
        body: text,
        visibility: kind,
        ...(channel === null ? {} : { channel }),
        ...(status === null ? {} : { status }),
        ...(version === null ? {} : { version }),
      },
    },
    { refetch: 'rest' },
  );
  noteOwnWrite(ticket);
  addCommentInCache(comment);
  return { ticket, undoToken: undoToken ?? null };
}

function addCommentInCache(comment: Comment): void {
  queryClient.setQueryData<TicketDetail>(ticketOptions(comment.ticket_id).queryKey, (shown) => {
    const { comments, comment_count: count } = shown ?? {};
    if (shown === undefined || comments === undefined || comments.some(({ id }) => id === comment.id)) return shown;
    return { ...shown, comments: [...comments, comment], ...(count === undefined ? {} : { comment_count: count + 1 }) };
  });
}

/** The channel by which the customer wrote last. */
export function lastChannelOf({ comments, channel }: TicketDetail): string {
  return comments?.findLast(({ author_kind: kind }) => kind === 'customer')?.channel ?? channel;
}

/** The ticket with all its parts as it is now; where that fails too, as the refusal had it. */
export async function loadTicket(id: bigint, refusal: ApiFailure): Promise<TicketDetail | null> {
  const { refetchInterval: _poll, placeholderData: _row, ...options } = ticketOptions(id);
  // An answer on its way may have been asked for before the change that refused the message.
  await queryClient.cancelQueries({ queryKey: options.queryKey });
  try {
    return await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
  } catch {
    return readCurrentTicket(refusal);
  }
}

/**
 * Says that it was sent, with the way back of the status that was set with it.
 * @param undoKey of its place on the stack
 * @param settle where that has its place since the key; see `beginUndo`
 */
export function notifySent(
  message: Message,
  undoToken: string | null,
  undoKey: string,
  settle?: ReturnType<typeof beginUndo>,
): void {
  const { ticketId: id, number, kind, status, before } = message;
  const digits = String(number);
  if (status === null || status === before) {
    settle?.(null);
    retractUndo(undoKey);
    return announce(messages.sent[kind](digits));
  }
  (settle ?? offerUndo)({
    text: messages.sentAndResolved[kind](digits),
    remark: messages.willStay[kind],
    ...undoOfTicket({ id, number }, undoKey, { token: undoToken, back: { status: before } }),
  });
}

/** It was unclear whether the message had arrived; it had. */
export function notifyArrived(kind: CommentKind, { ticket_number: number }: TicketDetail): void {
  toast({ kind: 'done', text: messages.arrived[kind](String(number)) });
}

/** A text that was thrown away can be had back. */
export function notifyDiscarded(kind: CommentKind, putBack: () => void): void {
  offerUndo({
    text: messages.discarded[kind],
    undo: async () => {
      putBack();
      return { state: 'undone' };
    },
  });
}
