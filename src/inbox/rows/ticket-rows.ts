import type { Ticket } from '#contract/tickets.ts';
import type { JoinedRows, RowPage } from '#src/ui/rows/join-pages.ts';

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
