import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { undoOfTicket, undoSubjectOf } from '#src/ticket-edit/update/undo-change.ts';
import { reportOwnChange } from '#src/ticket-edit/update/change-store.ts';
import { noteSent, offerUndo } from '#src/undo/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { queryClient } from '#src/api/query-client.ts';
import { messages } from './messages.ts';
import type { SendResult } from './composer-state.ts';
import type { CommentKind } from './send-comment.ts';
import { ticketOptions } from '#src/tickets/ticket-query.ts';

interface Told {
  readonly kind: CommentKind;
  /** As it was before. */
  readonly ticket: TicketDetail;
  readonly status: TicketStatus | null;
}

/** Says how it went, also to somebody who has gone on to another ticket. */
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

/** What nobody knew is known now. */
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
