import { csvLine } from '#contract/csv.ts';
import type { CsvReply } from '#server/operation/call.ts';
import type { Progress } from './streams/json-pieces.ts';

/** `tickets-2026-11-21.csv`. */
export function csvFileName(file: string, now: Date): string {
  return `${file}-${now.toISOString().slice(0, 10)}.csv`;
}

export interface CsvFile extends CsvReply {
  readonly file: string;
  readonly columns: readonly string[];
}

/** Flat pairs of headers. */
export function csvHeaders({ file }: CsvFile, now: Date): string[] {
  const name = csvFileName(file, now);
  return ['Content-Type', 'text/csv; charset=utf-8', 'Content-Disposition', `attachment; filename="${name}"`];
}

/** Yields the file in pieces and counts its rows in `progress`. */
export async function* csvPieces({ csv, columns }: CsvFile, progress: Progress): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const batch of csv) {
    progress.items += batch.length;
    yield batch.map((row) => csvLine(columns.map((column) => row[column]))).join('');
  }
}
