import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { UNDO_MS } from '#src/ticket-edit/undo.ts';
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
  const number = String(ticket.ticket_number);
  if (result === 'left') toast({ kind: 'error', text: messages.left[kind](number) });
  if (result !== 'sent') return;
  if (status === null) return announce(messages.sent[kind](number));
  const reopen = (): void => {
    const now = queryClient.getQueryData<TicketDetail>(ticketOptions(ticket.id).queryKey);
    changeTicket(now ?? ticket, { status: ticket.status });
  };
  toast({
    kind: 'done',
    text: messages.sentAndResolved[kind](number),
    action: { label: messages.reopen, run: reopen },
  });
}

/** What nobody knew is known now. */
export function notifyArrived(kind: CommentKind, { ticket_number: number }: TicketDetail): void {
  toast({ kind: 'done', text: messages.arrived[kind](String(number)) });
}

/** A text that was thrown away can be had back for a while. */
export function notifyDiscarded(kind: CommentKind, putBack: () => void): void {
  toast({
    kind: 'info',
    stayMs: UNDO_MS,
    text: messages.discarded[kind],
    action: { label: messages.undo, run: putBack },
  });
}
