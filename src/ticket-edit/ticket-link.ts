import type { Ticket } from '#contract/tickets.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './verb-messages.ts';

/** The address of a ticket's own page. */
export function ticketLink({ id }: Pick<Ticket, 'id'>): string {
  return `${location.origin}/tickets/${id}`;
}

/** Puts it on the clipboard. */
export async function copyTicketLink(ticket: Pick<Ticket, 'id'>): Promise<void> {
  if (await copyText(ticketLink(ticket))) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
