import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import { writeJson } from '#contract/json.ts';
import type { Reply } from '#contract/operation.ts';
import type { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { getTicket, listTickets, listTicketsUncounted, ticketSelectionText, type Ticket } from '#contract/tickets.ts';
import { callWhenAllowed, Halted, type WaitOptions } from './call-when-allowed.ts';
import { cachedTickets } from './job.ts';
import { mapWithConcurrency } from './map-with-concurrency.ts';

const PAGE = 200;
const CONCURRENCY = 4;
/** Of more tickets those on screen have to do, unless a person is to be told what is in the set. */
const MAX_FOR_RECEIPT = 1_000;

export type JobSelection =
  | { readonly ids: readonly bigint[] }
  /** Parameters of GET tickets as text: everything that they match. */
  | { readonly query: Readonly<Record<string, string>>; readonly total: number };

type Judged = Pick<Reply<typeof bulkUpdateTickets>['results'][number], 'id' | 'ticket_number' | 'version'>;
type Known = Map<bigint, Ticket>;

/** With subjects and values from before, a receipt says more. */
export async function ticketsForReceipt(
  selection: JobSelection,
  judged: readonly Judged[],
  wait: WaitOptions,
): Promise<Known> {
  const known = new Map(cachedTickets());
  if ('ids' in selection || judged.length > MAX_FOR_RECEIPT) return known;
  try {
    for (const ticket of await findMatching(selection.query, wait)) known.set(ticket.id, ticket);
  } catch (error) {
    if (error instanceof Halted) throw error;
    // The job does not need them.
  }
  return known;
}

/** Every ticket in the version that the dry run judged; where it has changed again since, as it is now. */
export async function ticketsAsJudged(
  selection: JobSelection,
  judged: readonly Judged[],
  wait: WaitOptions,
): Promise<Known> {
  const known = new Map(cachedTickets());
  const isMissing = ({ id, version }: Judged): boolean => known.get(id)?.version !== version;
  if ('query' in selection && judged.some(isMissing))
    for (const ticket of await findMatching(selection.query, wait)) known.set(ticket.id, ticket);
  // Pages move while tickets come and go: what slipped through is asked for by its number.
  const numbers = judged.filter(isMissing).flatMap(({ ticket_number: number }) => number ?? []);
  await mapWithConcurrency(chunksOf(numbers, MAX_FILTER_VALUES), CONCURRENCY, async (value) => {
    const filter = writeJson({ all: [{ field: 'ticket_number', op: 'any_of', value }] });
    const { items } = await callWhenAllowed(listTicketsUncounted, { query: { filter, limit: PAGE } }, wait);
    for (const ticket of items) known.set(ticket.id, ticket);
  });
  return known;
}

/** One call a ticket that is not in the cache: for a service that cannot be asked for several. */
export async function findById(ids: readonly bigint[], wait: WaitOptions): Promise<Ticket[]> {
  const known = cachedTickets();
  const tickets: Ticket[] = [];
  for (const id of ids) tickets.push(known.get(id) ?? (await callWhenAllowed(getTicket, { query: { id } }, wait)));
  return tickets;
}

/** Tickets that come in meanwhile move the pages: each ticket counts once. */
export async function findMatching(
  query: Readonly<Record<string, string>>,
  wait: WaitOptions,
): Promise<readonly Ticket[]> {
  const chosen = ticketSelectionText.parse(query);
  const byId: Known = new Map();
  const fetchPage = async (skip: number): Promise<number> => {
    if (wait.halt.aborted) throw new Halted('halted');
    const page = { query: { ...chosen, limit: PAGE, skip } };
    const { items, total_count: total } = await callWhenAllowed(listTickets, page, wait);
    for (const ticket of items) byId.set(ticket.id, ticket);
    return total;
  };
  const total = await fetchPage(0);
  const others = Array.from({ length: Math.max(0, Math.ceil(total / PAGE) - 1) }, (_, page) => (page + 1) * PAGE);
  await mapWithConcurrency(others, CONCURRENCY, async (skip) => void (await fetchPage(skip)));
  return [...byId.values()];
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
