const FORMULA = /^[=+\-@\t\r]/;
const PHONE = /^\+[0-9]{5,15}$/;
/** Spreadsheets take a file for UTF-8 only when it begins with it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One cell of RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe; phone numbers stay. */
function csvCell(value: string | number | bigint | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole file for a spreadsheet: the names of the columns, then the rows. */
export function csvFile(
  columns: readonly string[],
  rows: readonly (readonly (string | number | bigint | null)[])[],
): string {
  const lines = [columns, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}
