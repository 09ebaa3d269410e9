import { createAtom, useSelector } from '@tanstack/react-store';
import type { VISIBILITIES } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { holdTyping } from '#src/ui/keys/type-ahead.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './row-messages.ts';

interface ComposeRequest {
  readonly ticketId: string;
  readonly kind: (typeof VISIBILITIES)[number];
}

const request = createAtom<ComposeRequest | null>(null);

/**
 * Asks the composer of a ticket, which may not be there yet, for the focus. What is typed meanwhile waits for it; when the
 * person goes elsewhere first, the composer does not take the focus any more.
 */
export function askToCompose(asked: ComposeRequest): void {
  holdTyping((text) => {
    request.set(null);
    if (text.trim() !== '') toast({ kind: 'info', text: messages.notWritten(text) });
  });
  request.set(asked);
}

/** Which kind of message was asked for, until it is taken. */
export function useComposeRequest(ticketId: string): ComposeRequest['kind'] | null {
  return useSelector(request, (asked) => (asked?.ticketId === ticketId ? asked.kind : null));
}

/** The composer of the ticket is there and goes on with it. */
export function takeComposeRequest(): void {
  request.set(null);
}

/** Shift R and Shift N: from the press on, what is typed goes into the reply or the note. @param ticketOf whom it is for */
export function useComposeKeys(ticketOf: () => string | undefined): void {
  const canComment = hasExtension(useWhoami(), 'ticket_comments');
  const when = useWriteAccess('tickets:write').allowed && canComment;
  const write = (kind: 'public' | 'internal') => () => {
    const ticketId = ticketOf();
    if (ticketId === undefined) return false;
    askToCompose({ ticketId, kind });
    return true;
  };
  const { group, reply, note } = messages.compose;
  useShortcut('shift+r', write('public'), { label: reply, group, when });
  useShortcut('shift+n', write('internal'), { label: note, group, when });
}
