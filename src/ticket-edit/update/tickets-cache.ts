import type { Ticket } from '#contract/tickets.ts';
import { getTicket, listTickets } from '#src/api/endpoints.ts';
import { queryClient } from '#src/api/query-client.ts';

const QUIET_MS = 500;
const MOST_MS = 3_000;
/** What else a change of tickets can be seen in. */
const OTHERS = ['health', 'agents', 'tags', 'customer'];

/** Lets go of answers that are on their way: they may tell of the tickets before a change. What is shown stays. */
function dropOldAnswers(): void {
  for (const resource of [listTickets.resource, getTicket.resource]) {
    void queryClient.cancelQueries({ queryKey: [resource], predicate: ({ state }) => state.data !== undefined });
  }
}

/** Puts the new state of a ticket into every list and page that shows it: rows change in place and do not move. */
export function putTicket(ticket: Ticket): void {
  dropOldAnswers();
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

let timer: ReturnType<typeof setTimeout> | undefined;
let firstAskedAt = 0;

/**
 * Asks for lists, counts and open tickets anew when a run of changes comes to rest: rows that match no longer leave,
 * and a hand that goes down the list is not interrupted after each key.
 */
export function refreshSoon(): void {
  const now = performance.now();
  if (timer === undefined) firstAskedAt = now;
  clearTimeout(timer);
  timer = setTimeout(() => void refreshNow(), Math.max(0, Math.min(QUIET_MS, firstAskedAt + MOST_MS - now)));
}

export async function refreshNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  await Promise.all(
    [listTickets.resource, getTicket.resource, ...OTHERS].map((resource) =>
      queryClient.invalidateQueries({ queryKey: [resource] }),
    ),
  );
}
