import type { Ticket } from '#contract/tickets.ts';
import { listTickets } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import type { TicketList } from '#src/inbox/list/use-ticket-list.ts';
import type { Queue, QueueItem } from './queue-model.ts';

/** So many tickets a queue holds at most. */
export const MAX_ITEMS = 1_000;
const PAGE = 200;

/** What a queue begins with: the rows that are loaded without a gap, in the order in which they stand on the screen. */
export function loadedItems({ rows, total }: Pick<TicketList, 'rows' | 'total'>): readonly QueueItem[] {
  const items: QueueItem[] = [];
  for (let at = 0; at < Math.min(total ?? 0, MAX_ITEMS); at += 1) {
    const ticket = rows.at(at);
    if (ticket === undefined) break;
    if (!rows.isRepeated(at)) items.push(itemOf(ticket));
  }
  return items;
}

/**
 * All tickets of a list, at most 1,000, in the order of the service. @param known what stands at the beginning already
 * @throws ApiFailure
 */
export async function loadQueue(
  { query, key }: ListPlan,
  siteId: string,
  { known, signal, isRebuilt }: { known: readonly QueueItem[]; signal: AbortSignal; isRebuilt: boolean },
): Promise<Queue> {
  const items = [...known];
  const ids = new Set(items.map(({ id }) => id));
  let total = MAX_ITEMS;
  for (let skip = 0; skip < Math.min(total, MAX_ITEMS); skip += PAGE) {
    const page = await call(listTickets, { query: { ...query, limit: PAGE, skip }, signal });
    total = page.total_count;
    for (const item of page.items.map(itemOf)) {
      if (ids.has(item.id) || items.length === MAX_ITEMS) continue;
      ids.add(item.id);
      items.push(item);
    }
    if (page.items.length === 0) break;
  }
  return {
    siteId,
    listKey: key,
    items,
    total: Math.max(total, items.length),
    isRebuilt,
    outcomes: {},
    handled: [],
    currentId: null,
  };
}

function itemOf({ id, ticket_number: number, status }: Ticket): QueueItem {
  return { id: id.toString(), number, status };
}
