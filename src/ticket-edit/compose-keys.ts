import type { VISIBILITIES } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './verb-messages.ts';

type CommentKind = (typeof VISIBILITIES)[number];

/** Gives the text field of a kind the focus, before it returns; false where it may not be written in. */
type FocusField = (kind: CommentKind) => boolean;

const composers = new Map<string, FocusField>();

/** For a composer that is drawn, until the returned function is called. @param ticketId in digits */
export function registerComposer(ticketId: string, focus: FocusField): () => void {
  composers.set(ticketId, focus);
  return () => {
    if (composers.get(ticketId) === focus) composers.delete(ticketId);
  };
}

/** Gives the composer of a ticket the focus: the next key is written. False where there is none. */
export function focusComposer(ticketId: string, kind: CommentKind): boolean {
  return composers.get(ticketId)?.(kind) ?? false;
}

/**
 * Shift R and Shift N: when the key is through, the reply or the note has the focus. What is typed next needs no waiting,
 * since the browser keeps the keys in their order.
 * @param reach shows the ticket at hand before it returns, with its composer, and answers its id
 * @param isReady false while the ticket is loading: without a composer the keys do nothing yet, and no message says so
 */
export function useComposeKeys(reach: () => string | undefined, isReady: boolean): void {
  const canComment = hasExtension(useWhoami(), 'ticket_comments');
  const when = useWriteAccess('tickets:write').allowed && canComment;
  const write = (kind: CommentKind) => () => {
    const ticketId = reach();
    if (ticketId === undefined) return false;
    if (focusComposer(ticketId, kind)) return true;
    if (!isReady) return false;
    toast({ kind: 'info', text: messages.compose.missing });
    return null;
  };
  const { group, reply, note } = messages.compose;
  useShortcut('shift+r', write('public'), { label: reply, group, when });
  useShortcut('shift+n', write('internal'), { label: note, group, when });
}
