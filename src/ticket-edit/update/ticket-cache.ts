import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { type Ticket, getTicket, listTickets } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';

interface ListPage {
  readonly items?: readonly Ticket[];
}

/** Every ticket in the query cache, by id, in its newest version. */
export function cachedTickets(): Map<bigint, Ticket> {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: [listTickets.resource] });
  const pages = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  const known = new Map<bigint, Ticket>();
  for (const ticket of [...lists.flatMap(([, list]) => list?.items ?? []), ...pages.flatMap(([, one]) => one ?? [])])
    known.set(ticket.id, newerOf(ticket, known.get(ticket.id) ?? null));
  return known;
}

/** The newest version of one ticket in the query cache. */
export function cachedTicket(id: bigint): Ticket | null {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: [listTickets.resource] });
  const pages = queryClient.getQueriesData<Ticket>({ queryKey: [getTicket.resource] });
  const found = [...lists.map(([, list]) => list?.items?.find((one) => one.id === id)), ...pages.map(([, one]) => one)];
  return found.reduce<Ticket | null>((newest, one) => (one?.id === id ? newerOf(one, newest) : newest), null);
}

/** The later state of a ticket; the first one where they have no version. */
export function newerOf(first: Ticket, second: Ticket | null): Ticket {
  return second !== null && (second.version ?? 0) > (first.version ?? 0) ? second : first;
}

/** Puts the new state of tickets into every list and page that shows them. Rows change in place and do not move. */
export function setTicketsInCache(tickets: readonly Ticket[]): void {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const merge = <Shown extends Ticket>(shown: Shown): Shown => {
    const now = byId.get(shown.id);
    return now === undefined ? shown : { ...shown, ...now };
  };
  setInCache<ListPage>(listTickets.resource, (page) =>
    page.items?.some(({ id }) => byId.has(id)) === true ? { ...page, items: page.items.map(merge) } : page,
  );
  setInCache<Ticket>(getTicket.resource, merge);
}

function setInCache<Data>(resource: string, change: (data: Data) => Data): void {
  // Answers on their way may be older than the change.
  void queryClient.cancelQueries({ queryKey: [resource], predicate: ({ state }) => state.data !== undefined });
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [resource] })) {
    queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : change(data)), {
      // The rest of the page is no newer than before.
      updatedAt: state.dataUpdatedAt,
    });
  }
}

/** The ticket that came with a 409; null when the service sent none. */
export function readCurrentTicket(failure: ApiFailure): Ticket | null {
  if (failure.current === undefined) return null;
  try {
    // An operation whose reply is a ticket and nothing else.
    return readPayload(createTicket, { ok: true, data: failure.current });
  } catch {
    return null;
  }
}

/** Versions of tickets that this tab wrote. Each write raises the version by one. */
const ownVersions = new Map<bigint, Set<number>>();

/** Call it with the answer to each write of this tab. */
export function noteOwnWrite({ id, version }: Pick<Ticket, 'id' | 'version'>): void {
  if (version === undefined) return;
  const versions = ownVersions.get(id) ?? new Set();
  ownVersions.set(id, versions.add(version));
}

/**
 * The newest version that only writes of this tab separate from the given one. A write based on it is refused for other
 * people's changes and never for one's own. NaN where the service has no versions.
 */
export function newestOwnVersion(id: bigint, version = NaN): number {
  const versions = ownVersions.get(id);
  let newest = version;
  while (versions?.has(newest + 1) === true) newest += 1;
  return newest;
}
