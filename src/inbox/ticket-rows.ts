import type { Ticket } from '#contract/tickets.ts';

/** A page of the list at its position. */
export interface TicketPage {
  readonly skip: number;
  readonly items: readonly Ticket[];
}

/** The loaded rows by position. A ticket that stands in two pages, because rows moved between them, is shown once. */
export interface TicketRows {
  at(index: number): Ticket | undefined;
  /** As it was when its place was decided: groups follow this, so that an update moves nothing. */
  placed(index: number): Ticket | undefined;
  /** True where a ticket would stand a second time. */
  isRepeated(index: number): boolean;
  /** Position of a ticket, by the text of its id; undefined when it is not loaded. */
  indexOf(id: string): number | undefined;
  readonly loaded: number;
}

/**
 * @param pages the first one wins where two overlap
 * @param updates newer states of tickets by the text of their id: they change rows in place and never move them
 */
export function joinPages(pages: readonly TicketPage[], updates: ReadonlyMap<string, Ticket>): TicketRows {
  const byIndex = new Map<number, Ticket>();
  const indexById = new Map<string, number>();
  for (const page of pages) {
    for (const [offset, ticket] of page.items.entries()) {
      const index = page.skip + offset;
      if (byIndex.has(index)) continue;
      byIndex.set(index, ticket);
      const key = ticket.id.toString();
      const known = indexById.get(key);
      if (known === undefined) indexById.set(key, index);
    }
  }
  return {
    at: (index) => {
      const ticket = byIndex.get(index);
      return ticket === undefined ? undefined : (updates.get(ticket.id.toString()) ?? ticket);
    },
    placed: (index) => byIndex.get(index),
    isRepeated: (index) => {
      const ticket = byIndex.get(index);
      return ticket !== undefined && indexById.get(ticket.id.toString()) !== index;
    },
    indexOf: (id) => indexById.get(id),
    loaded: indexById.size,
  };
}

/** Those without a first reply first, otherwise as they came: a service that cannot sort so still gets groups. */
export function groupByFirstReply(items: readonly Ticket[]): readonly Ticket[] {
  const waiting = items.filter((ticket) => ticket.first_response_utc === null);
  return [...waiting, ...items.filter((ticket) => ticket.first_response_utc !== null)];
}
