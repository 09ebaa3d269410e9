import type { Ticket, TicketStatus } from '#contract/tickets.ts';
import { changeTicket } from '#src/ticket-edit/update/change-ticket.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** @param ticket as the service has it; @param reason why this token may not */
export function setStatus(ticket: Ticket, status: TicketStatus, reason: string | undefined): void {
  if (reason === undefined) changeTicket(ticket, { status });
  else toast({ kind: 'info', text: reason });
}

/** Puts the address of the ticket's own page on the clipboard. */
export async function copyLink({ id }: Ticket): Promise<void> {
  if (await copyText(linkOf(id))) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}

/** For the requester, so that they can read their tickets. */
export function issueLink({ requester_email: email, requester_name: name }: Ticket): void {
  askForPortalLink({ email, name });
}

export function linkOf(id: bigint): string {
  return `${location.origin}/tickets/${id}`;
}

/** "Solved" in either way: what is offered then is the way back. */
export function isDone({ status }: Pick<Ticket, 'status'>): boolean {
  return status === 'resolved' || status === 'closed';
}
