import type { Ticket } from '#contract/tickets.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from '#src/ticket-edit/verb-messages.ts';

/** Puts the address of a ticket's own page on the clipboard. */
export async function copyTicketLink(ticket: Ticket | undefined): Promise<void> {
  if (ticket === undefined) return void toast({ kind: 'info', text: messages.nothing });
  if (await copyText(`${location.origin}/tickets/${ticket.id}`)) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
