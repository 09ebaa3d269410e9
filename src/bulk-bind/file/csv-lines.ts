import { csvCell } from '#contract/csv.ts';

/** A line of the API's CSV, which is read again as exactly these cells. */
export function wireLine(cells: readonly string[]): string {
  return `${cells.map(wireCell).join(',')}\n`;
}

function wireCell(text: string): string {
  return /[",\r\n]|^[ \t\ufeff]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How many lines a row has: one, and one more for each break in its cells. */
export function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const text of cells) if (/[\r\n]/.test(text)) lines += text.split(/\r\n|\r|\n/).length - 1;
  return lines;
}

/** A line for a spreadsheet, with the separator that the file has. Text that would be run as a formula is guarded. */
export function sheetLine(cells: readonly string[], delimiter: string): string {
  const written = cells.map((text) => {
    const cell = csvCell(text);
    const isOpen = !cell.startsWith('"') && (cell.includes(delimiter) || /^[ \t]|[ \t]$/.test(cell));
    return isOpen ? `"${cell}"` : cell;
  });
  return `${written.join(delimiter)}\r\n`;
}
