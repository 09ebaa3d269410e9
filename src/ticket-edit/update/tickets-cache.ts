import type { Ticket } from '#contract/tickets.ts';
import { getTicket, listTickets } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';

/** Drops answers that are on their way: they may have the tickets before a change. What is shown stays. */
function cancelOldReads(): void {
  for (const resource of [listTickets.resource, getTicket.resource]) {
    void queryClient.cancelQueries({ queryKey: [resource], predicate: ({ state }) => state.data !== undefined });
  }
}

/** Puts the new state of a ticket into every list and page that shows it: rows change in place and do not move. */
export function setTicketInCache(ticket: Ticket): void {
  cancelOldReads();
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [listTickets.resource] })) {
    const { dataUpdatedAt } = query.state;
    queryClient.setQueryData<{ readonly items?: readonly Ticket[] }>(
      query.queryKey,
      (page) =>
        page?.items?.some(({ id }) => id === ticket.id) === true
          ? { ...page, items: page.items.map((row) => (row.id === ticket.id ? { ...row, ...ticket } : row)) }
          : page,
      // The page as a whole is no newer than it was.
      { updatedAt: dataUpdatedAt },
    );
  }
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [getTicket.resource] })) {
    queryClient.setQueryData<Ticket>(
      query.queryKey,
      (shown) => (shown?.id === ticket.id ? { ...shown, ...ticket } : shown),
      { updatedAt: query.state.dataUpdatedAt },
    );
  }
}
