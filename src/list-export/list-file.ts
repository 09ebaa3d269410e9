import type * as z from 'zod/mini';
import { BYTE_ORDER_MARK, csvFile, type CsvCell } from '#contract/csv.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, callText, type CallQuery } from '#src/api/call.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { exportFileName } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';

export interface ListRow {
  /** Keeps a row that moves to another page during the download from being in the file twice. */
  readonly id: bigint | string;
}

export interface PageOfRows<Row extends ListRow> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

/** Ten minutes: the service writes every row into one answer. */
const FILE_TIMEOUT_MS = 600_000;

/** How a list becomes a file. */
export interface ListFile<Row extends ListRow> {
  /** From `useFileName`. */
  readonly fileName: string;
  /** The pages of the list; not needed with `readFile`. */
  readonly readPage?: ReadPage<Row>;
  /** The text of the file, by `csvFile` or `fieldsFile`. */
  readonly fileOf?: (rows: readonly Row[]) => string;
  /** The file ends there. */
  readonly maxRows?: number;
  /** From `wholeFile`, if the service writes the same file by itself: no page is read then. */
  readonly readFile?: ((signal: AbortSignal) => Promise<string>) | undefined;
}

export type ReadPage<Row extends ListRow> = (
  skip: number,
  limit: number,
  signal: AbortSignal,
) => Promise<PageOfRows<Row>>;

interface ListOperation extends Operation {
  readonly reply: z.ZodMiniType<{ readonly items: ListRow[]; readonly total_count: number }>;
}

/** Reads a list of the API page by page, behind the person's own clicks. */
export function pagesOf<Row extends ListOperation>(
  row: Row,
  query: CallQuery<Row>,
): ReadPage<Reply<Row>['items'][number]> {
  return (skip, limit, signal) => call(row, { query: { ...query, limit, skip }, priority: 'background', signal });
}

/** The file of a whole list, as a service with `csv_all` writes it. */
export function wholeFile<Row extends Operation>(
  row: Row,
  query: CallQuery<Row>,
): (signal: AbortSignal) => Promise<string> {
  return (signal) =>
    callText(row, {
      query: { ...query, format: 'csv', all: true },
      priority: 'background',
      timeoutMs: FILE_TIMEOUT_MS,
      signal,
    });
}

/** Fields of the API by their names, each with every digit. */
export function fieldsFile<Field extends string>(
  fields: readonly Field[],
  rows: readonly Readonly<Partial<Record<Field, CsvCell>>>[],
): string {
  return csvFile(
    fields,
    rows.map((row) => fields.map((field) => row[field])),
  );
}

/** Names a file: "velo-works-customers-2026-11-20.csv", with the site and the day in the zone that is shown. */
export function useFileName(): (list: string) => string {
  const { site_name: name, site_id: id } = useWhoami();
  const zone = useDisplayZone();
  return (list) => exportFileName(name || String(id), list, Date.now(), zone);
}

const PAGE = 200;

/** Reads a list page by page. After a failed page, `run` continues where it stopped. */
export class ListReader<Row extends ListRow> {
  readonly #readPage: ReadPage<Row>;
  readonly #maxRows: number;
  readonly #rows = new Map<bigint | string, Row>();
  #skip = 0;
  #total: number | null = null;

  constructor(readPage: ReadPage<Row>, maxRows = Infinity) {
    this.#readPage = readPage;
    this.#maxRows = maxRows;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Rows of the list; null until the first page. */
  get total(): number | null {
    return this.#total;
  }

  get progress(): { readonly loaded: number; readonly total: number | null } {
    const total = this.#total === null ? null : Math.min(this.#total, this.#maxRows);
    return { loaded: this.#rows.size, total };
  }

  async run(signal: AbortSignal, onProgress: () => void): Promise<void> {
    for (;;) {
      const { items, total_count: total } = await this.#readPage(this.#skip, PAGE, signal);
      const gone = Math.max(0, (this.#total ?? total) - total);
      this.#total = total;
      if (gone > 0 && this.#skip > 0) {
        // Rows behind the ones that left have moved up: read them again.
        this.#skip = Math.max(0, this.#skip - gone);
        continue;
      }
      for (const row of items)
        if (this.#rows.has(row.id) || this.#rows.size < this.#maxRows) this.#rows.set(row.id, row);
      this.#skip += items.length;
      onProgress();
      if (items.length === 0 || this.#skip >= total || this.#rows.size >= this.#maxRows) return;
    }
  }
}

/** The text of a file, with its rows and those of the list. */
export interface Written {
  readonly text: string;
  readonly rows: number;
  readonly total: number;
}

/** Adds what a spreadsheet needs to a file of the service, and counts its rows. */
export function writtenFile(csv: string): Written {
  // A line break inside quotes belongs to its cell.
  const rows = Math.max(0, csv.replace(/"[^"]*"/g, '').split('\n').length - 2);
  return { text: BYTE_ORDER_MARK + csv, rows, total: rows };
}
