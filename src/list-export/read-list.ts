import { BYTE_ORDER_MARK } from '#contract/csv.ts';
import type { ListFile, ListRow, PageOfRows } from './list-file.ts';

/** The text of a file, and how it was read. */
export interface Written {
  readonly text: string;
  readonly rows: number;
  /** How many rows the list has, where the file ends before its end. */
  readonly total: number;
  readonly moved: number;
  readonly left: number;
}

interface Reading<Row extends ListRow> {
  readonly file: ListFile<Row>;
  readonly list: ListExport<Row>;
  readonly signal: AbortSignal;
}

/** The file of a list, page by page; see `ListExport`. */
export async function readRows<Row extends ListRow>(
  { file, list, signal }: Reading<Row>,
  onPage: () => void,
): Promise<Written> {
  await list.run((skip, limit) => file.readPage(skip, limit, signal), onPage);
  const { rows, ...counts } = list.state;
  return { text: file.fileOf(rows), rows: rows.length, ...counts };
}

/** The file that the service wrote by itself. */
export async function readWhole(
  readFile: (signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<Written> {
  const csv = await readFile(signal);
  const rows = countRows(csv);
  return { text: BYTE_ORDER_MARK + csv, rows, total: rows, moved: 0, left: 0 };
}

/** Lines but the first; a line end within quotes belongs to its cell. */
function countRows(csv: string): number {
  let rows = -1;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) rows += 1;
  }
  return Math.max(0, rows);
}

const PAGE = 200;

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
  readonly #rows = new Map<bigint | string, Row>();
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
