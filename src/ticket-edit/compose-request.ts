import { createAtom, useSelector } from '@tanstack/react-store';
import type { VISIBILITIES } from '#contract/tickets.ts';
import { holdTyping } from '#src/ui/keys/type-ahead.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './early-messages.ts';

interface ComposeRequest {
  readonly ticketId: string;
  readonly kind: (typeof VISIBILITIES)[number];
}

const request = createAtom<ComposeRequest | null>(null);

/**
 * Somebody wants to write to a ticket, whose composer may not be there yet. What is typed meanwhile waits for it; when the
 * person goes elsewhere first, the composer does not take the focus any more.
 */
export function askToCompose(asked: ComposeRequest): void {
  holdTyping((text) => {
    request.set(null);
    if (text.trim() !== '') toast({ kind: 'info', text: messages.notWritten(text) });
  });
  request.set(asked);
}

/** What was asked for this ticket, until it is taken; null for nothing. */
export function useComposeRequest(ticketId: string): ComposeRequest['kind'] | null {
  return useSelector(request, (asked) => (asked?.ticketId === ticketId ? asked.kind : null));
}

/** The composer of the ticket is there and goes on with it. */
export function takeComposeRequest(): void {
  request.set(null);
}
