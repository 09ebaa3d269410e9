import type { TicketStatus } from '#contract/tickets.ts';

/** What became of a ticket of the queue. `passed`: somebody else had settled it meanwhile. */
export const OUTCOMES = [
  'resolved',
  'closed',
  'pending',
  'snoozed',
  'replied',
  'noted',
  'changed',
  'passed',
  'skipped',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface QueueItem {
  /** Id as digits: it may be beyond 2^53. */
  readonly id: string;
  readonly number: number;
  /** When the queue began. */
  readonly status: TicketStatus;
}

/** A list as it stood when somebody began to work through it. It is never put in another order, and nothing is added. */
export interface Queue {
  readonly siteId: string;
  /** Filters and order, as the list's plan has them. */
  readonly listKey: string;
  readonly items: readonly QueueItem[];
  /** So many matched; more than there are items where the list was cut. */
  readonly total: number;
  /** Made from the filters of the address, since this tab had none of its own. */
  readonly isRebuilt: boolean;
  /** Of the tickets that were handled, by id. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The handled ones, oldest first. */
  readonly handled: readonly string[];
  /** The ticket at hand, by id; null at the end, and before the first one is shown. */
  readonly currentId: string | null;
}

/** Later and heavier ones win: a reply that also resolves is a resolved ticket, a skipped one that is answered is answered. */
const WEIGHT: Readonly<Record<Outcome, number>> = {
  skipped: 0,
  passed: 1,
  changed: 2,
  noted: 3,
  replied: 4,
  pending: 5,
  snoozed: 5,
  closed: 5,
  resolved: 5,
};

export function withOutcome(queue: Queue, id: string, outcome: Outcome): Queue {
  if (!queue.items.some((item) => item.id === id)) return queue;
  const before = queue.outcomes[id];
  if (before !== undefined && WEIGHT[outcome] < WEIGHT[before]) return queue;
  return {
    ...queue,
    outcomes: { ...queue.outcomes, [id]: outcome },
    handled: [...queue.handled.filter((other) => other !== id), id],
  };
}

/** It is as if nobody had touched it: what was done was undone. */
export function withoutOutcome(queue: Queue, id: string): Queue {
  const { [id]: _gone, ...outcomes } = queue.outcomes;
  return { ...queue, outcomes, handled: queue.handled.filter((other) => other !== id) };
}

/** The next ticket after `id` that nobody handled, then those before it; null when all are handled. */
export function nextOpen(queue: Queue, id: string): string | null {
  const at = queue.items.findIndex((item) => item.id === id);
  const order = [...queue.items.slice(at + 1), ...queue.items.slice(0, Math.max(at, 0))];
  return order.find((item) => queue.outcomes[item.id] === undefined)?.id ?? null;
}

/** The ticket before it in the list, handled or not; undefined at the first. */
export function previousOf(queue: Queue, id: string): string | undefined {
  return queue.items[queue.items.findIndex((item) => item.id === id) - 1]?.id;
}

/** How many nobody handled yet. */
export function countLeft(queue: Queue): number {
  return queue.items.filter(({ id }) => queue.outcomes[id] === undefined).length;
}

/** How many ended how: each ticket is counted once. */
export function tallyOutcomes(queue: Queue, failedIds: ReadonlySet<string>) {
  const counts: Record<Outcome | 'failed' | 'left', number> = {
    resolved: 0,
    closed: 0,
    pending: 0,
    snoozed: 0,
    replied: 0,
    noted: 0,
    changed: 0,
    passed: 0,
    skipped: 0,
    failed: 0,
    left: 0,
  };
  for (const { id } of queue.items) {
    const outcome = failedIds.has(id) ? 'failed' : (queue.outcomes[id] ?? 'left');
    counts[outcome] += 1;
  }
  return counts;
}

/** Resolved or closed by somebody else since the queue began. */
export function isSettledElsewhere(queue: Queue, item: QueueItem, statusNow: TicketStatus): boolean {
  const wasActive = item.status === 'open' || item.status === 'pending';
  const isDone = statusNow === 'resolved' || statusNow === 'closed';
  return wasActive && isDone && queue.outcomes[item.id] === undefined;
}
