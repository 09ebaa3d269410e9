import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';

/** The present ticket that came with a 409; null when the service sent none. */
export function readCurrentTicket(failure: ApiFailure): Ticket | null {
  if (failure.current === undefined) return null;
  try {
    // The row whose reply is the Ticket alone.
    return readPayload(createTicket, { ok: true, data: failure.current });
  } catch {
    return null;
  }
}
