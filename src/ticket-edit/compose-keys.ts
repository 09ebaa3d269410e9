import type { VISIBILITIES } from '#contract/tickets.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './verb-messages.ts';

type CommentKind = (typeof VISIBILITIES)[number];

/** Focuses the text field of a kind before it returns; false if it is disabled. */
type FocusField = (kind: CommentKind) => boolean;

const composers = new Map<string, FocusField>();

/** Registers a composer that is on screen, until the returned function is called. */
export function registerComposer(ticketId: string, focus: FocusField): () => void {
  composers.set(ticketId, focus);
  return () => {
    if (composers.get(ticketId) === focus) composers.delete(ticketId);
  };
}

/** Whether a composer for this ticket is on screen. */
export function hasComposer(ticketId: string): boolean {
  return composers.has(ticketId);
}

/** Focuses the composer of a ticket; false if there is none. */
export function focusComposer(ticketId: string, kind: CommentKind): boolean {
  return composers.get(ticketId)?.(kind) ?? false;
}

/**
 * Shift R and Shift N. The text field has the focus when the handler returns, so the next key is typed into it.
 * @param reach shows the current ticket with its composer before it returns, and returns the id
 * @param isReady false while the ticket is loading: the keys then do nothing and show no message
 */
export function useComposeKeys(reach: () => string | undefined, isReady: boolean): void {
  const canComment = isWholeService(useWhoami());
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
