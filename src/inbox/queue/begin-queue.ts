import type { QueueSource } from '#src/inbox/inbox-props.ts';
import { loadedItems } from './load-queue.ts';
import { queueSearchOf, type QueueSearch } from './queue-search.ts';
import { setQueue } from './queue-store.ts';

/** Takes down the list as it stands, and answers the address of its queue. */
export function beginQueue({ search, plan, list, siteId, activeId }: QueueSource): QueueSearch {
  const items = loadedItems(list);
  const total = Math.max(list.total ?? 0, items.length);
  setQueue({ siteId, listKey: plan.key, items, total, isRebuilt: false, outcomes: {}, handled: [], currentId: null });
  const first = items.find(({ id }) => id === activeId) ?? items[0];
  return queueSearchOf(search, first?.number ?? null);
}
