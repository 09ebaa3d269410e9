import { createAtom } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import type { TicketList } from '#src/inbox/list/use-ticket-list.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { OUTCOMES, type Queue, type QueueItem } from './queue-model.ts';
import { queueSearchOf, type QueueSearch } from '#src/inbox/search.ts';

/** So many tickets a queue holds at most. */
export const MAX_ITEMS = 1_000;
const PAGE = 200;

const Stored = z.object({
  siteId: z.string(),
  listKey: z.string(),
  items: z.array(z.object({ id: z.string(), number: z.number(), status: choice(STATUSES) })),
  total: z.number(),
  isRebuilt: z.boolean(),
  outcomes: z.record(z.string(), choice(OUTCOMES)),
  handled: z.array(z.string()),
  currentId: z.nullable(z.string()),
});

/** The queue of this tab; null while there is none. */
export const queueAtom = createAtom<Queue | null>(null);

/** The tab stores the queue, so that a reload comes back to the same tickets. */
export function setQueue(queue: Queue): void {
  queueAtom.set(queue);
  storage.tab.set(SITE_KEYS.queue, JSON.stringify(queue));
}

export function updateQueue(change: (queue: Queue) => Queue): void {
  const queue = queueAtom.get();
  if (queue !== null) setQueue(change(queue));
}

/** The queue that this tab has of a list. */
export function readQueue(siteId: string, listKey: string): Queue | null {
  const queue = queueAtom.get() ?? readStored();
  return queue?.siteId === siteId && queue.listKey === listKey && queue.items.length > 0 ? queue : null;
}

function readStored(): Queue | null {
  try {
    return Stored.safeParse(JSON.parse(storage.tab.get(SITE_KEYS.queue) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export interface QueueSource {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly list: Pick<TicketList, 'rows' | 'total'>;
  readonly siteId: string;
  /** The ticket to begin with, as digits; the first one where it is not loaded. */
  readonly activeId: string | undefined;
}

/** Begins with the rows that are loaded without a gap, in the order of the screen. Answers the address of the queue. */
export function beginQueue({ search, plan, list, siteId, activeId }: QueueSource): QueueSearch {
  const items: QueueItem[] = [];
  for (let at = 0; at < Math.min(list.total ?? 0, MAX_ITEMS); at += 1) {
    const ticket = list.rows.at(at);
    if (ticket === undefined) break;
    if (!list.rows.isRepeated(at)) items.push(itemOf(ticket));
  }
  const first = items.find(({ id }) => id === activeId) ?? items[0];
  const total = Math.max(list.total ?? 0, items.length);
  setQueue({ ...newQueue(siteId, plan.key, { items, total }), currentId: first?.id ?? null });
  return queueSearchOf(search, first?.number ?? null);
}

export function newQueue(siteId: string, listKey: string, loaded: Pick<Queue, 'items' | 'total'>): Queue {
  return { siteId, listKey, ...loaded, isRebuilt: false, outcomes: {}, handled: [], currentId: null };
}

/**
 * The tickets of a list, at most 1,000, in the order of the service. @param known those at the beginning
 * @throws ApiFailure
 */
export async function loadItems(
  query: ListPlan['query'],
  known: readonly QueueItem[],
  signal: AbortSignal,
): Promise<Pick<Queue, 'items' | 'total'>> {
  const items = new Map(known.map((item) => [item.id, item]));
  let total = MAX_ITEMS;
  for (let skip = 0; skip < Math.min(total, MAX_ITEMS); skip += PAGE) {
    const page = await call(listTickets, { query: { ...query, limit: PAGE, skip }, signal });
    total = page.total_count;
    for (const item of page.items.map(itemOf)) {
      if (items.size < MAX_ITEMS && !items.has(item.id)) items.set(item.id, item);
    }
    if (page.items.length === 0) break;
  }
  return { items: [...items.values()], total: items.size < MAX_ITEMS ? items.size : total };
}

function itemOf({ id, ticket_number: number, status }: Ticket): QueueItem {
  return { id: id.toString(), number, status };
}
