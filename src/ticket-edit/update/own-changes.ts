import type { TicketStatus, VISIBILITIES } from '#contract/tickets.ts';
import type { TicketPatch } from './change-store.ts';

/** A change that this person just made; it may not be saved yet. */
export type OwnChange =
  | { readonly kind: 'patch'; readonly ticketId: bigint; readonly patch: TicketPatch }
  | {
      readonly kind: 'comment';
      readonly ticketId: bigint;
      readonly visibility: (typeof VISIBILITIES)[number];
      /** The status that was set with it. */
      readonly status: TicketStatus | null;
    }
  /** A change was taken back; `patch` is the very one that was told of before. */
  | { readonly kind: 'undone'; readonly ticketId: bigint; readonly patch: TicketPatch }
  /** A message was taken back before it was sent, or was refused, and with it its status. */
  | { readonly kind: 'unsent'; readonly ticketId: bigint };

type Listener = (change: OwnChange) => void;
const listeners = new Set<Listener>();

/** Tells of each change of this person, whichever button or key made it, until the returned function is called. */
export function onOwnChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportOwnChange(change: OwnChange): void {
  for (const listener of listeners) listener(change);
}
