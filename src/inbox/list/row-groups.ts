import type { Ticket } from '#contract/tickets.ts';
import type { JoinedRows, RowPage } from '#src/ui/rows/join-pages.ts';
import type { ListPlan } from './list-plan.ts';

/** A page of the list at its position. */
export interface TicketPage extends RowPage<Ticket> {
  /** Those that waited for a first reply when their place was decided. */
  readonly waiting: ReadonlySet<bigint>;
}

/** The loaded rows by position. */
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
export type RowGroup = (typeof ROW_GROUPS)[number];

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

/** How many tickets each group holds, undefined while unknown. */
export type GroupCounts = Readonly<Record<RowGroup, number | undefined>>;

/** The counts of groups that were made here, from the rows of the first page. */
export function countLoadedGroups(rows: TicketRows, headLength: number, total: number): GroupCounts {
  let waiting = 0;
  for (let index = 0; index < headLength; index += 1) {
    if (wasWaiting(rows, index) === true) waiting += 1;
  }
  return { waiting, replied: headLength - waiting, rest: total - headLength };
}
