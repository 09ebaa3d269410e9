import type { VISIBILITIES } from '#contract/tickets.ts';
import type { CopilotMode } from '#contract/ai-names.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './verb-messages.ts';

type CommentKind = (typeof VISIBILITIES)[number];

interface ComposerOnScreen {
  /** Focuses the text field of a kind before it returns; false if it is disabled. */
  readonly focus: (kind: CommentKind) => boolean;
  /** Focuses the field of a kind and inserts a text at its caret, or instead of what is selected. */
  readonly insert: (kind: CommentKind, text: string) => void;
}

/** Parts on screen, by the id of their ticket. */
class OnScreen<Part> {
  readonly #parts = new Map<string, Part>();

  get(ticketId: string): Part | undefined {
    return this.#parts.get(ticketId);
  }

  /** @returns the function that ends it */
  register(ticketId: string, part: Part): () => void {
    this.#parts.set(ticketId, part);
    return () => {
      if (this.#parts.get(ticketId) === part) this.#parts.delete(ticketId);
    };
  }
}

const composers = new OnScreen<ComposerOnScreen>();
/** Opens the copilot, with the focus in it when it returns. */
const copilots = new OnScreen<(mode: CopilotMode) => void>();

/** Registers a composer that is on screen, until the returned function is called. */
export function registerComposer(ticketId: string, composer: ComposerOnScreen): () => void {
  return composers.register(ticketId, composer);
}

/** Registers the copilot of a ticket that is on screen, until the returned function is called. */
export function registerCopilot(ticketId: string, open: (mode: CopilotMode) => void): () => void {
  return copilots.register(ticketId, open);
}

/** Whether a composer for this ticket is on screen. */
export function hasComposer(ticketId: string): boolean {
  return composers.get(ticketId) !== undefined;
}

/** Focuses the composer of a ticket; false if there is none. */
export function focusComposer(ticketId: string, kind: CommentKind): boolean {
  return composers.get(ticketId)?.focus(kind) ?? false;
}

/** Inserts a text into the composer of a ticket. */
export function insertInComposer(ticketId: string, kind: CommentKind, text: string): void {
  composers.get(ticketId)?.insert(kind, text);
}

/**
 * Shift R and Shift N, and D and S of the copilot. The text field has the focus when the handler returns, so the next key
 * is typed into it.
 * @param reach shows the current ticket with its composer before it returns, and returns the id
 * @param isReady false while the ticket is loading: the keys then do nothing and show no message
 */
export function useComposeKeys(reach: () => string | undefined, isReady: boolean): void {
  const whoami = useWhoami();
  const canComment = useWriteAccess('tickets:write').allowed && isWholeService(whoami);
  const canAsk = useWriteAccess('ai:invoke').allowed && whoami.capabilities.deployed.ai_copilot === true;
  const { group, reply, note, draft, summary, missing, noCopilot } = messages.compose;
  const act = (run: (ticketId: string) => boolean, otherwise: string) => () => {
    const ticketId = reach();
    if (ticketId === undefined) return false;
    if (run(ticketId)) return true;
    if (!isReady) return false;
    toast({ kind: 'info', text: otherwise });
    return null;
  };
  const write = (kind: CommentKind) => act((ticketId) => focusComposer(ticketId, kind), missing);
  const ask = (mode: CopilotMode) =>
    act((ticketId) => {
      const open = copilots.get(ticketId);
      open?.(mode);
      return open !== undefined;
    }, noCopilot);
  useShortcut('shift+r', write('public'), { label: reply, group, when: canComment });
  useShortcut('shift+n', write('internal'), { label: note, group, when: canComment });
  useShortcut('d', ask('reply'), { label: draft, group, when: canAsk });
  useShortcut('s', ask('summary'), { label: summary, group, when: canAsk });
}
