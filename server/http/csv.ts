import type { CsvReply } from '#server/operation/call.ts';
import type { Progress } from './streams/json-pieces.ts';

const FORMULA = /^[=+\-@\t\r]/;
const PHONE = /^\+[0-9]{5,15}$/;

/**
 * One cell of RFC 4180. Text that a spreadsheet would take for a formula gets a leading apostrophe, except phone
 * numbers; numbers are numbers and stay as they are.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

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

/** The file piece by piece; `progress` counts its rows. */
export async function* csvPieces({ csv, columns }: CsvFile, progress: Progress): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const batch of csv) {
    progress.items += batch.length;
    yield batch.map((row) => csvLine(columns.map((column) => row[column]))).join('');
  }
}
