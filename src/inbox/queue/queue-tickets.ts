import { listTickets, type Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';

/** Beside the lists, so that each answer of a change reaches these rows too, and a ticket's page begins with its row. */
const KEY = [listTickets.resource, 'queue'] as const;

interface Rows {
  readonly items: readonly Ticket[];
}

/** Forgets the rows of the queue before. */
export function clearTickets(): void {
  queryClient.setQueryDefaults(KEY, { gcTime: Infinity });
  queryClient.setQueryData<Rows>(KEY, { items: [] });
}

/** Remembers the rows of tickets that a queue was made of: its keys act on tickets that were never opened. */
export function keepTickets(tickets: readonly Ticket[]): void {
  queryClient.setQueryDefaults(KEY, { gcTime: Infinity });
  queryClient.setQueryData<Rows>(KEY, (rows) => {
    const known = new Map((rows?.items ?? []).map((ticket) => [ticket.id, ticket]));
    for (const ticket of tickets) known.set(ticket.id, newer(ticket, known.get(ticket.id)));
    return { items: [...known.values()] };
  });
}

/**
 * A ticket of the queue by all that this page knows: its row, or what its page has loaded since.
 * @param pageKey where the page of a ticket keeps it
 */
export function knownTicket(id: string, pageKey: readonly unknown[]): Ticket | undefined {
  const wanted = BigInt(id);
  const row = queryClient.getQueryData<Rows>(KEY)?.items.find((ticket) => ticket.id === wanted);
  const page = queryClient.getQueryData<Ticket>(pageKey);
  return page === undefined ? row : newer(page, row);
}

/** Of two alike the first one: it was read later. */
function newer(ticket: Ticket, other: Ticket | undefined): Ticket {
  return other !== undefined && (other.version ?? 0) > (ticket.version ?? 0) ? other : ticket;
}
