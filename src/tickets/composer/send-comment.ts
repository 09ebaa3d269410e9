import { addTicketComment } from '#contract/ticket-writes.ts';
import type { Comment, TicketDetail, TicketStatus, VISIBILITIES } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import { reportOwnChange } from '#src/ticket-edit/update/change-store.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { readCurrentTicket, setTicketInCache } from '#src/ticket-edit/update/save-ticket.ts';
import { undoOfTicket, undoSubjectOf } from '#src/ticket-edit/update/undo-change.ts';
import { ticketOptions } from '#src/tickets/ticket-query.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { noteSent, offerUndo } from '#src/undo/undo.ts';
import type { Attempt } from './draft-store.ts';
import { messages } from './messages.ts';

export type CommentKind = (typeof VISIBILITIES)[number];

interface Message extends Attempt {
  readonly ticketId: bigint;
  readonly kind: CommentKind;
  readonly text: string;
}

/**
 * Posts a reply or a note and shows it at once in the conversation. Answers the token that undoes its change of status,
 * where there is one. @throws ApiFailure
 */
export async function postComment(message: Message): Promise<string | null> {
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
  setTicketInCache(ticket);
  addCommentInCache(comment);
  return undoToken ?? null;
}

function addCommentInCache(comment: Comment): void {
  queryClient.setQueryData<TicketDetail>(ticketOptions(comment.ticket_id).queryKey, (shown) => {
    const { comments, comment_count: count } = shown ?? {};
    if (shown === undefined || comments === undefined || comments.some(({ id }) => id === comment.id)) return shown;
    return { ...shown, comments: [...comments, comment], ...(count === undefined ? {} : { comment_count: count + 1 }) };
  });
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

/** How a call of `send` ended. `left`: it failed when it was no longer shown. */
export type SendResult =
  | { readonly end: 'sent'; readonly undoToken: string | null }
  | { readonly end: 'failed' | 'left' | 'ignored' };

interface Told {
  readonly kind: CommentKind;
  readonly ticket: TicketDetail;
  readonly status: TicketStatus | null;
}

/** Says how it went, also when another ticket is shown by now. */
export function notifySent(result: SendResult, { kind, ticket, status }: Told): void {
  const { id, ticket_number: number } = ticket;
  const digits = String(number);
  if (result.end === 'left') toast({ kind: 'error', text: messages.left[kind](digits) });
  if (result.end !== 'sent') return;
  reportOwnChange({ kind: 'comment', ticketId: id, visibility: kind, status });
  if (status === null || status === ticket.status) {
    noteSent(messages.sent[kind](digits), undoSubjectOf(id));
    return announce(messages.sent[kind](digits));
  }
  const reopen = async (): Promise<void> => {
    const now = queryClient.getQueryData<TicketDetail>(ticketOptions(id).queryKey);
    changeTicket(now ?? ticket, { status: ticket.status });
  };
  offerUndo({
    text: messages.sentAndResolved[kind](digits),
    subject: undoSubjectOf(id),
    remark: messages.stays[kind],
    ...undoOfTicket({ id, number }, result.undoToken, reopen),
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
