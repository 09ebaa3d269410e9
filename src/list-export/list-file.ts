import type * as z from 'zod/mini';
import { csvFile, type CsvCell } from '#contract/csv.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import { call, callText, type CallQuery } from '#src/api/call.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { exportFileName } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';

export interface ListRow {
  /** By it a row that moves to another page while they are read is there once. */
  readonly id: bigint | string;
}

export interface PageOfRows<Row extends ListRow> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

/** Ten minutes: the service writes every row into one answer. */
const FILE_TIMEOUT_MS = 600_000;

/** A list as a file: how its rows are read, and what the file holds of them. */
export interface ListFile<Row extends ListRow> {
  /** From `useFileName`. */
  readonly fileName: string;
  /** From `pagesOf`. */
  readonly readPage: (skip: number, limit: number, signal: AbortSignal) => Promise<PageOfRows<Row>>;
  /** The text of the file, by `csvFile` or `fieldsFile`. */
  readonly fileOf: (rows: readonly Row[]) => string;
  /** From `wholeFile`, where the service writes the same file by itself: no page is read then. */
  readonly readFile?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** The file ends there. */
  readonly maxRows?: number;
}

interface ListOperation extends Operation {
  readonly reply: z.ZodMiniType<{ readonly items: ListRow[]; readonly total_count: number }>;
}

/** Reads a list of the API page by page, behind what people ask for themselves. */
export function pagesOf<Row extends ListOperation>(
  row: Row,
  query: CallQuery<Row>,
): ListFile<Reply<Row>['items'][number]>['readPage'] {
  return (skip, limit, signal) => call(row, { query: { ...query, limit, skip }, priority: 'background', signal });
}

/** The file that a service with `csv_all` writes of a whole list. */
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
