import { createAtom } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { type TicketStatus, listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import type { TicketList } from '#src/inbox/list/use-ticket-list.ts';
import { type InboxSearch, queueSearchOf, type QueueSearch } from '#src/inbox/search.ts';
import type { OwnChange } from '#src/ticket-edit/update/own-changes.ts';
import { clearTickets, keepTickets } from './queue-tickets.ts';

/** From the heaviest on; those that are done weigh alike. `passed`: another person had settled it meanwhile. */
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
const LAST_OF_DONE = OUTCOMES.indexOf('snoozed');

/** Whether the work on the ticket is over, so that the next one comes. */
function isDone(outcome: Outcome | null): boolean {
  return outcome !== null && OUTCOMES.indexOf(outcome) <= LAST_OF_DONE;
}

export interface QueueItem {
  /** Id as digits: it may be beyond 2^53. */
  readonly id: string;
  readonly number: number;
  /** When the queue began; null once this person has set it: then nothing is settled elsewhere, wherever undos lead back to. */
  readonly status: TicketStatus | null;
}

/** A list as it stood when the work on it began. It is never put in another order, and nothing is added. */
export interface Queue {
  readonly siteId: string;
  /** Filters and order, as the list's plan has them. */
  readonly listKey: string;
  readonly items: readonly QueueItem[];
  /** So many matched; more than there are items where the list was cut. */
  readonly total: number;
  /** Made from the filters of the address, since this tab had none of its own. */
  readonly isRebuilt: boolean;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly handled: readonly string[];
  /** The ticket at hand, by id; null at the end. */
  readonly currentId: string | null;
}

/** The status of a ticket as the browser last read it; undefined where it has not. */
type StatusOf = (id: string) => TicketStatus | undefined;

/** A reply that also resolves is a resolved ticket, a skipped one that is answered is answered: the heavier outcome wins. */
function weightOf(outcome: Outcome): number {
  return -Math.max(LAST_OF_DONE, OUTCOMES.indexOf(outcome));
}

export function withOutcome(queue: Queue, id: string, outcome: Outcome): Queue {
  if (!queue.items.some((item) => item.id === id)) return queue;
  const before = queue.outcomes[id];
  if (before !== undefined && weightOf(outcome) < weightOf(before)) return queue;
  return {
    ...queue,
    outcomes: { ...queue.outcomes, [id]: outcome },
    handled: [...queue.handled.filter((other) => other !== id), id],
  };
}

/** The ticket is to be done again, such as after an undo. */
export function withoutOutcome(queue: Queue, id: string): Queue {
  const { [id]: _gone, ...outcomes } = queue.outcomes;
  return { ...queue, outcomes, handled: queue.handled.filter((other) => other !== id) };
}

/** Null: the ticket is to be done again. */
function outcomeOf(change: OwnChange): Outcome | null {
  if (change.kind === 'unsent' || change.kind === 'undone') return null;
  if (change.kind === 'comment' && (change.status === null || change.status === 'open')) {
    return change.visibility === 'public' ? 'replied' : 'noted';
  }
  const status = statusIn(change);
  if (status === 'open') return null;
  if (status != null) return status;
  return change.kind === 'patch' && typeof change.patch.snoozedUntilUtc === 'string' ? 'snoozed' : 'changed';
}

function statusIn(change: OwnChange): TicketStatus | null | undefined {
  if (change.kind === 'comment') return change.status;
  return change.kind === 'patch' ? change.patch.status : null;
}

/** What this person did to a ticket, by whichever key or button, or took back. */
export function withOwnChange(queue: Queue, change: OwnChange): Queue {
  const outcome = outcomeOf(change);
  const id = change.ticketId.toString();
  const status = statusIn(change);
  const items = queue.items.map((item) => (item.id === id ? { ...item, status: null } : item));
  const now = status == null ? queue : { ...queue, items };
  return outcome === null ? withoutOutcome(now, id) : withOutcome(now, id, outcome);
}

/** Whether the ticket at hand is done by it, so that the next one comes; words that are taken back move nothing. */
export function endsTicket(queue: Queue | null, change: OwnChange): boolean {
  return queue?.currentId === change.ticketId.toString() && isDone(outcomeOf(change));
}

export function withoutSkipped(queue: Queue): Queue {
  return queue.handled.filter((id) => queue.outcomes[id] === 'skipped').reduce(withoutOutcome, queue);
}

/** The next ticket after `id` that is not handled, then those before it; null when all are handled. */
export function nextOpen(queue: Queue, id: string): string | null {
  const at = queue.items.findIndex((item) => item.id === id);
  const order = [...queue.items.slice(at + 1), ...queue.items.slice(0, Math.max(at, 0))];
  return order.find((item) => queue.outcomes[item.id] === undefined)?.id ?? null;
}

export function firstOpen({ items, outcomes }: Queue): string | null {
  return items.find(({ id }) => outcomes[id] === undefined)?.id ?? null;
}

/** The ticket before it in the list, handled or not; undefined at the first. */
export function previousOf(queue: Queue, id: string): string | undefined {
  return queue.items[queue.items.findIndex((item) => item.id === id) - 1]?.id;
}

/** On from the ticket at hand; what other people settled meanwhile is marked and passed over. */
export function goOn(queue: Queue, statusOf: StatusOf): Queue {
  let now = queue;
  let id = nextOpen(now, now.currentId ?? '');
  while (id !== null) {
    const at = id;
    const item = now.items.find((one) => one.id === at);
    const status = statusOf(at);
    if (item === undefined || status === undefined || !isSettledElsewhere(now, item, status)) break;
    now = withOutcome(now, at, 'passed');
    id = nextOpen(now, at);
  }
  return { ...now, currentId: id };
}

/** Whether it has all the tickets that it will have. */
export function isWhole({ items, total }: Queue): boolean {
  return items.length >= Math.min(total, MAX_ITEMS);
}

/** With the tickets that were still on their way when it began; who was through with the others goes on with them. */
export function withRest(queue: Queue, loaded: Pick<Queue, 'items' | 'total'>): Queue {
  const whole = { ...queue, ...loaded };
  return queue.currentId === null ? { ...whole, currentId: firstOpen(whole) } : whole;
}

/** Back to the ticket before, or from the end to the one that was handled last. */
export function goBack(queue: Queue): Queue {
  const { currentId, handled, items } = queue;
  const before = currentId === null ? (handled.at(-1) ?? items.at(-1)?.id) : previousOf(queue, currentId);
  return before === undefined ? queue : { ...queue, currentId: before };
}

/** Those that were passed over on the way to the ticket at hand. */
export function passedOver({ items, handled, outcomes }: Queue): readonly QueueItem[] {
  const since = handled.findLastIndex((id) => outcomes[id] !== 'passed');
  return handled.slice(since + 1).flatMap((id) => items.find((item) => item.id === id) ?? []);
}

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
  for (const { id } of queue.items) counts[failedIds.has(id) ? 'failed' : (queue.outcomes[id] ?? 'left')] += 1;
  return counts;
}

/** Resolved or closed by another person since the queue began. */
export function isSettledElsewhere(queue: Queue, item: QueueItem, statusNow: TicketStatus): boolean {
  const wasActive = item.status === 'open' || item.status === 'pending';
  const isDone = statusNow === 'resolved' || statusNow === 'closed';
  return wasActive && isDone && queue.outcomes[item.id] === undefined;
}

export const MAX_ITEMS = 1_000;
const PAGE = 200;

const Stored = z.object({
  siteId: z.string(),
  listKey: z.string(),
  items: z.array(z.object({ id: z.string(), number: z.number(), status: z.nullable(choice(STATUSES)) })),
  total: z.number(),
  isRebuilt: z.boolean(),
  outcomes: z.record(z.string(), choice(OUTCOMES)),
  handled: z.array(z.string()),
  currentId: z.nullable(z.string()),
});

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
  const tickets: Ticket[] = [];
  for (let at = 0; at < Math.min(list.total ?? 0, MAX_ITEMS); at += 1) {
    const ticket = list.rows.at(at);
    if (ticket === undefined) break;
    if (!list.rows.isRepeated(at)) tickets.push(ticket);
  }
  const items = tickets.map(itemOf);
  clearTickets();
  keepTickets(tickets);
  const first = items.find(({ id }) => id === activeId) ?? items[0];
  const total = Math.max(list.total ?? 0, items.length);
  setQueue({ ...newQueue(siteId, plan.key, { items, total }), currentId: first?.id ?? null });
  return queueSearchOf(search, first?.number ?? null);
}

export function newQueue(siteId: string, listKey: string, loaded: Pick<Queue, 'items' | 'total'>): Queue {
  return { siteId, listKey, ...loaded, isRebuilt: false, outcomes: {}, handled: [], currentId: null };
}

/**
 * The tickets of a list, at most 1,000, in the order of the service; their rows are kept page by page, for the keys.
 * @param known those at the beginning
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
    if (signal.aborted) break;
    total = page.total_count;
    keepTickets(page.items);
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
