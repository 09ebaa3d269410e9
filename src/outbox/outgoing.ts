import { createAtom, useSelector } from '@tanstack/react-store';
import type { TicketStatus, VISIBILITIES } from '#contract/tickets.ts';

/** A message that was sent and is not with the service yet, as the page shows it. */
export interface Outgoing {
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly ticketId: bigint;
  /** As people know the ticket. */
  readonly number: number;
  readonly kind: (typeof VISIBILITIES)[number];
  readonly text: string;
  /** Set with it, and not chosen anew since. */
  readonly status: TicketStatus | null;
  readonly dueMs: number;
  /** `waiting`: it is due, and goes with the next connection. */
  readonly state: 'counting' | 'sending' | 'waiting';
}

/** In the order in which they were sent. */
export const outgoingAtom = createAtom<readonly Outgoing[]>([]);

/** The next message of a ticket that waits or is on its way. */
export function useOutgoing(ticketId: bigint): Outgoing | undefined {
  return useSelector(outgoingAtom, (all) => all.find((one) => one.ticketId === ticketId));
}

/** What the page can do with messages that wait. */
export interface OutgoingActs {
  /** Takes it out and brings its words back; false where it is on its way. */
  readonly takeBack: (key: string) => boolean;
  readonly sendNow: (key: string) => void;
}

/** Set by what keeps them; the rows of lists know nothing else of it. */
export const outgoingActs: { current: OutgoingActs | null } = { current: null };
