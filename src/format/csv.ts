import { csvLine } from '#contract/csv-cell.ts';

/** Spreadsheets take a file for UTF-8 only when it begins with it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A whole file for a spreadsheet: the names of the columns, then the rows. */
export function csvFile(
  columns: readonly string[],
  rows: readonly (readonly (string | number | bigint | null)[])[],
): string {
  return BYTE_ORDER_MARK + [columns, ...rows].map(csvLine).join('');
}
