import { getTicket, listTickets, type Ticket } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';

interface ListPage {
  readonly items?: readonly Ticket[];
}

/** Every ticket that this browser holds, by its id, the newest version of each. */
export function cachedTickets(): Map<bigint, Ticket> {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: [listTickets.resource] });
  const pages = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  const known = new Map<bigint, Ticket>();
  for (const ticket of [...lists.flatMap(([, list]) => list?.items ?? []), ...pages.flatMap(([, one]) => one ?? [])]) {
    if ((ticket.version ?? 0) >= (known.get(ticket.id)?.version ?? 0)) known.set(ticket.id, ticket);
  }
  return known;
}

/** Puts the new state of a ticket into every list and page that shows it: rows change in place and do not move. */
export function setTicketInCache(ticket: Ticket): void {
  const merge = <Shown extends Ticket>(shown: Shown): Shown =>
    shown.id === ticket.id ? { ...shown, ...ticket } : shown;
  setInCache<ListPage>(listTickets.resource, (page) =>
    page.items?.some(({ id }) => id === ticket.id) === true ? { ...page, items: page.items.map(merge) } : page,
  );
  setInCache<Ticket>(getTicket.resource, merge);
}

function setInCache<Data>(resource: string, change: (data: Data) => Data): void {
  // Answers that are on their way may be of before the change. What is shown stays.
  void queryClient.cancelQueries({ queryKey: [resource], predicate: ({ state }) => state.data !== undefined });
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [resource] })) {
    queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)), {
      // As a whole it is no newer than it was.
      updatedAt: state.dataUpdatedAt,
    });
  }
}
