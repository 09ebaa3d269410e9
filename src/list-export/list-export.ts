const PAGE = 200;

export interface ListRow {
  readonly id: bigint;
}

export interface PageOfRows<Row extends ListRow> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

export type ReadPage<Row extends ListRow> = (skip: number, limit: number) => Promise<PageOfRows<Row>>;

interface ExportState<Row> {
  readonly rows: readonly Row[];
  /** How many rows the service counted last. */
  readonly total: number;
  /** Rows that were met a second time, because others moved between two pages. */
  readonly moved: number;
  /** Rows that were in the list at the beginning and left it. */
  readonly left: number;
}

/**
 * Reads a list page by page. When a page fails, `run` throws, and called again it goes on where it stopped. A row
 * that two pages hold counts once; where rows leave the list, those behind them move up, so some are read again.
 */
export class ListExport<Row extends ListRow> {
  readonly #rows = new Map<bigint, Row>();
  #skip = 0;
  #total: number | null = null;
  #moved = 0;
  #left = 0;
  readonly #maxRows: number;

  /** @param maxRows where it ends, however many rows there are */
  constructor(maxRows = Infinity) {
    this.#maxRows = maxRows;
  }

  get state(): ExportState<Row> {
    return { rows: [...this.#rows.values()], total: this.#total ?? 0, moved: this.#moved, left: this.#left };
  }

  async run(readPage: ReadPage<Row>, onProgress: (loaded: number, total: number) => void): Promise<void> {
    for (;;) {
      const { items, total_count: total } = await readPage(this.#skip, PAGE);
      const gone = Math.max(0, (this.#total ?? total) - total);
      this.#total = total;
      if (gone > 0 && this.#skip > 0) {
        this.#left += gone;
        this.#skip = Math.max(0, this.#skip - gone);
        continue;
      }
      for (const row of items) {
        if (this.#rows.has(row.id)) this.#moved += 1;
        else if (this.#rows.size === this.#maxRows) break;
        this.#rows.set(row.id, row);
      }
      this.#skip += items.length;
      onProgress(Math.min(this.#rows.size, total), Math.min(total, this.#maxRows));
      if (items.length === 0 || this.#skip >= total || this.#rows.size >= this.#maxRows) return;
    }
  }
}
