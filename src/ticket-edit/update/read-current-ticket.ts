import type { Ticket } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';

/** The present ticket that came with a 409; null when the service sent none. */
export async function readCurrentTicket(failure: ApiFailure): Promise<Ticket | null> {
  if (failure.current === undefined) return null;
  const [{ readPayload }, { createTicket }] = await Promise.all([
    import('#contract/read-payload.ts'),
    import('#contract/ticket-writes.ts'),
  ]);
  try {
    // The row whose reply is the Ticket alone.
    return readPayload(createTicket, { ok: true, data: failure.current });
  } catch {
    return null;
  }
}
