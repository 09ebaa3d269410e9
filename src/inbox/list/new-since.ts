import type { Ticket } from '#contract/tickets.ts';

interface Newest {
  /** The newest tickets of the list, newest first. */
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

/**
 * The instant from which on a ticket is new, ISO 8601; null where every ticket is. Between the rows and this check
 * some may have come already: as many as the list has grown by.
 * @param total how many tickets the rows on screen were loaded from
 */
export function newSince({ items, total_count: counted }: Newest, total: number): string | null {
  const grownBy = Math.max(0, counted - total);
  const last = items[Math.min(grownBy, items.length - 1)];
  // All of the list came meanwhile.
  if (last === undefined || grownBy >= counted) return null;
  return new Date(Date.parse(last.created_utc) + 1).toISOString();
}

/** The later one of two instants, either of which may not be there. */
export function laterOf(a: string | undefined, b: string | null): string | undefined {
  if (a === undefined || b === null) return a ?? b ?? undefined;
  return Date.parse(a) >= Date.parse(b) ? a : b;
}
