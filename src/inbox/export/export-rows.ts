import type { Ticket } from '#contract/tickets.ts';

const PAGE = 200;

interface PageOfTickets {
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

export type ReadPage = (skip: number, limit: number) => Promise<PageOfTickets>;

interface ExportState {
  readonly rows: readonly Ticket[];
  /** How many tickets the service counted last. */
  readonly total: number;
  /** Rows that were met a second time, because others moved between two pages. */
  readonly moved: number;
  /** Rows that were in the list at the beginning and left it. */
  readonly left: number;
}

/**
 * Reads a list page by page. When a page fails, `run` throws, and called again it goes on where it stopped. A ticket
 * that two pages hold counts once; where rows leave the list, those behind them move up, so some are read again.
 */
export class ListExport {
  readonly #rows = new Map<bigint, Ticket>();
  #skip = 0;
  #total: number | null = null;
  #moved = 0;
  #left = 0;

  get state(): ExportState {
    return { rows: [...this.#rows.values()], total: this.#total ?? 0, moved: this.#moved, left: this.#left };
  }

  async run(readPage: ReadPage, onProgress: (loaded: number, total: number) => void): Promise<void> {
    for (;;) {
      const { items, total_count: total } = await readPage(this.#skip, PAGE);
      const gone = Math.max(0, (this.#total ?? total) - total);
      this.#total = total;
      if (gone > 0 && this.#skip > 0) {
        this.#left += gone;
        this.#skip = Math.max(0, this.#skip - gone);
        continue;
      }
      for (const ticket of items) {
        if (this.#rows.has(ticket.id)) this.#moved += 1;
        this.#rows.set(ticket.id, ticket);
      }
      this.#skip += items.length;
      onProgress(Math.min(this.#rows.size, total), total);
      if (items.length === 0 || this.#skip >= total) return;
    }
  }
}
