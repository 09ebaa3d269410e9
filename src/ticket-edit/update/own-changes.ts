import type { TicketStatus, VISIBILITIES } from '#contract/tickets.ts';
import type { TicketPatch } from './change-store.ts';

/** What this person just did to a ticket; it may not be saved yet. */
export type OwnChange =
  | { readonly kind: 'patch'; readonly ticketId: bigint; readonly patch: TicketPatch }
  | {
      readonly kind: 'comment';
      readonly ticketId: bigint;
      readonly visibility: (typeof VISIBILITIES)[number];
      /** The status that was set with it. */
      readonly status: TicketStatus | null;
    };

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
