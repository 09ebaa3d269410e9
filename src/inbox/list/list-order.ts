import type { Ticket } from '#contract/tickets.ts';
import type { JoinedRows, RowPage } from '#src/ui/rows/use-windowed-list.ts';
import { changeOf, keepHeldRows } from '#src/ticket-edit/update/change-store.ts';
import type { ListPlan } from './list-plan.ts';

export interface ListPage {
  readonly items: readonly Ticket[];
  readonly total_count: number;
  readonly order: number;
  /** Those that waited for a first reply when their place was decided: groups follow this, so that an update moves nothing. */
  readonly waiting: ReadonlySet<bigint>;
  /** Those that the service does not count any more, and that stay for a while. */
  readonly held: ReadonlySet<bigint>;
}

/** As the service answers it. */
type Answer = Pick<ListPage, 'items' | 'total_count'>;

let order = 0;

export function currentOrder(): number {
  return order;
}

/** From now on pages are taken in the order of the service: somebody asked for it, or sees another list. */
export function startNewOrder(): void {
  order += 1;
}

/**
 * A page that was fetched anew, in the order in which its rows are on the screen. Rows that match no longer leave; what is
 * new stands behind the row that the service has before it; the row of the cursor and those whose change is not through
 * keep their places. In another order than `fetchedIn`, the page is taken as it came.
 */
export function arrangePage(before: ListPage | undefined, answer: Answer, fetchedIn: number): ListPage {
  const page = keepHeldRows(before, answer);
  const { items, total_count } = page;
  const found = new Set(answer.items.map(({ id }) => id));
  const held = new Set(items.map(({ id }) => id).filter((id) => !found.has(id)));
  if (before === undefined || before.order !== fetchedIn)
    return { items, total_count, order: fetchedIn, waiting: waitingIn(items), held };
  const now = new Map(items.map((ticket) => [ticket.id, ticket]));
  const kept = before.items.flatMap((row) => now.get(row.id) ?? []);
  const known = new Set(kept.map(({ id }) => id));
  const added = new Map<bigint | null, Ticket[]>();
  let last: bigint | null = null;
  for (const ticket of items) {
    if (known.has(ticket.id)) last = ticket.id;
    else added.set(last, [...(added.get(last) ?? []), ticket]);
  }
  const newOnes = items.filter(({ id }) => !known.has(id));
  return {
    items: [...(added.get(null) ?? []), ...kept.flatMap((ticket) => [ticket, ...(added.get(ticket.id) ?? [])])],
    total_count,
    order: fetchedIn,
    held,
    waiting: new Set([...kept.filter(({ id }) => before.waiting.has(id)).map(({ id }) => id), ...waitingIn(newOnes)]),
  };
}

function waitingIn(items: readonly Ticket[]): ReadonlySet<bigint> {
  return new Set(items.filter((ticket) => ticket.first_response_utc === null).map(({ id }) => id));
}

/** A page without a row that stayed for the cursor, when the cursor has left it. */
export function withoutHeld(page: ListPage, id: bigint): ListPage {
  if (!page.held.has(id) || changeOf(id)?.holdsRow === true) return page;
  const items = page.items.filter((ticket) => ticket.id !== id);
  const held = new Set([...page.held].filter((other) => other !== id));
  const isWhole = page.items.length === page.total_count;
  return { ...page, items, held, total_count: isWhole ? items.length : page.total_count };
}

interface TicketPage extends RowPage<Ticket> {
  /** Those that waited for a first reply when their place was decided. */
  readonly waiting: ReadonlySet<bigint>;
}

export type TicketRows = JoinedRows<TicketPage>;

/** Whether a ticket waited for a first reply when its place was decided; undefined while it is not loaded. */
export function wasWaiting(rows: TicketRows, index: number): boolean | undefined {
  const page = rows.pageAt(index);
  const ticket = page?.items[index - page.skip];
  return ticket === undefined ? undefined : page?.waiting.has(ticket.id);
}

/** Those that waited for a first reply first, otherwise as they came: a service that cannot sort so still gets groups. */
export function groupByFirstReply({ items, waiting }: Omit<TicketPage, 'skip'>): readonly Ticket[] {
  return [...items.filter(({ id }) => waiting.has(id)), ...items.filter(({ id }) => !waiting.has(id))];
}

export const ROW_GROUPS = ['waiting', 'replied', 'rest'] as const;
type RowGroup = (typeof ROW_GROUPS)[number];

/**
 * The group of a row, null while it is not loaded or when there are no groups. Where the service cannot sort by
 * waiting, only the first page is grouped and everything behind it is `rest`.
 */
export function groupOfRow(
  { rows, headSkip, headLength }: { readonly rows: TicketRows; readonly headSkip: number; readonly headLength: number },
  groups: ListPlan['groups'],
  index: number,
): RowGroup | null {
  if (groups === 'none' || (groups === 'loaded' && headSkip > 0)) return null;
  if (groups === 'loaded' && index >= headLength) return 'rest';
  const waited = wasWaiting(rows, index);
  if (waited === undefined) return null;
  return waited ? 'waiting' : 'replied';
}

export type GroupCounts = Readonly<Record<RowGroup, number | undefined>>;

/** The counts of groups that were made here, from the rows of the first page. */
export function countLoadedGroups(rows: TicketRows, headLength: number, total: number): GroupCounts {
  let waiting = 0;
  for (let index = 0; index < headLength; index += 1) {
    if (wasWaiting(rows, index) === true) waiting += 1;
  }
  return { waiting, replied: headLength - waiting, rest: total - headLength };
}
