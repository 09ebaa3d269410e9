import type { TicketPatch } from './change-store.ts';

/** A change that this person just made; it may not be saved yet. */
export type OwnChange =
  | { readonly kind: 'patch'; readonly ticketId: bigint; readonly patch: TicketPatch }
  /** A change was taken back; `patch` is the object that was reported before. */
  | { readonly kind: 'undone'; readonly ticketId: bigint; readonly patch: TicketPatch };

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
