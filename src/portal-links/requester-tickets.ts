import { listTickets } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';

/** The tickets that a link of an address opens, newest first: those whose requester has exactly this address. */
export function requesterTickets(email: string, hasFilters: boolean, limit: number) {
  if (!hasFilters) return read(listTickets, { q: email, limit });
  const filter = JSON.stringify({ all: [{ field: 'requester_email', op: 'is', value: email }] });
  return read(listTickets, { filter, limit });
}
