import type { Ticket } from '#contract/tickets.ts';

/** A page of the list at its position. */
export interface TicketPage {
  readonly skip: number;
  readonly items: readonly Ticket[];
  /** Those that waited for a first reply when their place was decided. */
  readonly waiting: ReadonlySet<bigint>;
}

/** The loaded rows by position. A ticket that stands in two pages, because rows moved between them, is shown once. */
export interface TicketRows {
  at(index: number): Ticket | undefined;
  /** Whether it waited for a first reply when its place was decided; undefined while it is not loaded. */
  wasWaiting(index: number): boolean | undefined;
  /** True where a ticket would stand a second time. */
  isRepeated(index: number): boolean;
  /** Position of a ticket, by the text of its id; undefined when it is not loaded. */
  indexOf(id: string): number | undefined;
  /** How many tickets are loaded, each counted once. */
  countLoaded(): number;
}

/** Places in a page by the text of the id; made once for each answer, however often the pages are joined. */
const placesOf = new WeakMap<readonly Ticket[], ReadonlyMap<string, number>>();

function placesIn(items: readonly Ticket[]): ReadonlyMap<string, number> {
  const known = placesOf.get(items);
  if (known !== undefined) return known;
  const places = new Map<string, number>();
  for (const [place, ticket] of items.entries()) {
    const id = ticket.id.toString();
    if (!places.has(id)) places.set(id, place);
  }
  placesOf.set(items, places);
  return places;
}

/**
 * Looks rows up when they are asked for: of thousands of loaded ones a few dozen are drawn.
 * @param pages the first one wins where two overlap
 * @param updates newer states of tickets by the text of their id: they change rows in place and never move them
 */
export function joinPages(pages: readonly TicketPage[], updates: ReadonlyMap<string, Ticket>): TicketRows {
  const pageAt = (index: number): TicketPage | undefined =>
    pages.find(({ skip, items }) => index >= skip && index < skip + items.length);
  const placed = (index: number): Ticket | undefined => {
    const page = pageAt(index);
    return page?.items[index - page.skip];
  };
  const found = new Map<string, number | undefined>();
  const indexOf = (id: string): number | undefined => {
    if (!found.has(id)) found.set(id, findIndex(id));
    return found.get(id);
  };
  const findIndex = (id: string): number | undefined => {
    for (const { skip, items } of pages) {
      const place = placesIn(items).get(id);
      // Where another page lies over this one, the ticket stands only if that one shows it too.
      if (place !== undefined && placed(skip + place)?.id.toString() === id) return skip + place;
    }
    return undefined;
  };
  let loaded: number | undefined;
  return {
    at: (index) => {
      const ticket = placed(index);
      return ticket === undefined ? undefined : (updates.get(ticket.id.toString()) ?? ticket);
    },
    wasWaiting: (index) => {
      const ticket = placed(index);
      return ticket === undefined ? undefined : pageAt(index)?.waiting.has(ticket.id);
    },
    isRepeated: (index) => {
      const ticket = placed(index);
      return ticket !== undefined && indexOf(ticket.id.toString()) !== index;
    },
    indexOf,
    countLoaded: () => (loaded ??= countTickets(pages)),
  };
}

/** Tickets that stand in the joined pages, each counted once. */
function countTickets(pages: readonly TicketPage[]): number {
  const ids = new Set<bigint>();
  for (const [number, { skip, items }] of pages.entries()) {
    const over = pages
      .slice(0, number)
      .filter((page) => page.skip < skip + items.length && skip < page.skip + page.items.length);
    for (const [place, { id }] of items.entries()) {
      const index = skip + place;
      if (!over.some((page) => index >= page.skip && index < page.skip + page.items.length)) ids.add(id);
    }
  }
  return ids.size;
}

/** Those that waited for a first reply first, otherwise as they came: a service that cannot sort so still gets groups. */
export function groupByFirstReply({ items, waiting }: Omit<TicketPage, 'skip'>): readonly Ticket[] {
  return [...items.filter(({ id }) => waiting.has(id)), ...items.filter(({ id }) => !waiting.has(id))];
}
