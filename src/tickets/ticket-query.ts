import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { parseId } from '#src/format/id.ts';
import { getTicket, listTickets } from '#contract/tickets.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';

const PARTS = ['links', 'activity', 'comments'] as const;
const POLL_MS = 30_000;

/** One ticket with all its parts. Until it is there, its row of a list stands in. */
export function ticketOptions(id: bigint) {
  return {
    ...read(getTicket, { id, include: [...PARTS] }),
    staleTime: 15_000,
    refetchInterval: POLL_MS,
    placeholderData: () => findListed(id),
  };
}

/** Starts loading a ticket that somebody is about to open. */
export function prefetchTicket(id: string): void {
  const parsed = parseId(id);
  if (parsed === null) return;
  const { refetchInterval: _poll, placeholderData: _row, ...options } = ticketOptions(parsed);
  void queryClient.prefetchQuery(options);
}

function findListed(id: bigint): TicketDetail | undefined {
  const lists = queryClient.getQueriesData<{ readonly items?: readonly Ticket[] }>({
    queryKey: [listTickets.resource],
  });
  for (const [, list] of lists) {
    const found = list?.items?.find((ticket) => ticket.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}
