/** Beginnings of a formula in a spreadsheet; some locales read the full-width signs as the plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Digits, blanks and brackets after a plus are no formula, so phones need no guard. */
const PHONE = /^\+[0-9 ()]{5,40}$/;

/**
 * One cell of RFC 4180. Text that a spreadsheet would take for a formula gets a leading apostrophe, except phones;
 * numbers are numbers and stay as they are. Alike in the service and in the browser.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of cells with its end. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export type CsvCell = string | number | bigint | boolean | null | undefined;

/** Spreadsheets take a file for UTF-8 only when it begins with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A file that the browser saves for a spreadsheet: the names of the columns, then the rows. */
export function csvFile(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + [columns, ...rows].map(csvLine).join('');
}
