import { BYTE_ORDER_MARK, csvCell } from '#contract/csv.ts';
import type { CheckedRows } from './checked-rows.ts';
import type { Delimiter, ResultWords, RowOutcome } from './file-types.ts';

/** Characters that are joined before they become a part of the file. */
const PIECE_LENGTH = 262_144;

interface Sheet {
  readonly rows: CheckedRows;
  /** The rows that were sent. */
  readonly outcomes: ReadonlyMap<number, RowOutcome>;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly delimiter: Delimiter;
}

/** Rows that failed, were skipped, are damaged or cannot be read: to fix and send again. */
export function errorFile(sheet: Sheet): Blob {
  const { rows, outcomes } = sheet;
  const lines = linesOf(sheet, ({ row, line }) => {
    const outcome = outcomes.get(row)?.outcome;
    const isWaiting = outcome === undefined && rows.isSent(row);
    return outcome === 'bound' || outcome === 'refreshed' || isWaiting ? null : line();
  });
  return toFile(lines, sheet);
}

/** Every row of the file with its outcome. */
export function resultFile(sheet: Sheet, { columns, results, reasons }: ResultWords): Blob {
  const { rows, outcomes } = sheet;
  const lines = linesOf(sheet, ({ row, line }) => {
    const found = outcomes.get(row);
    const reason = rows.reasonNotSent(row);
    const unsent = rows.isSkipped(row) ? 'skipped' : reason === 'unreadable' ? reason : 'not_sent';
    const result = found?.outcome ?? unsent;
    const code = found?.code ?? (unsent === 'not_sent' ? (reason ?? '') : '');
    const identity = found?.identity_id ?? '';
    return line([String(rows.lineOf(row)), results[result], code, reasons[code] ?? '', String(identity)]);
  });
  return toFile(lines, { ...sheet, columns: [...sheet.columns, ...columns], hasHeader: true });
}

interface SheetRow {
  readonly row: number;
  /** The row as a line. One that cannot be read keeps its text. @param more cells behind those of the columns */
  line(more?: readonly string[]): string;
}

function* linesOf({ rows, columns, delimiter }: Sheet, write: (row: SheetRow) => string | null): Generator<string> {
  for (let row = 0; row < rows.count; row += 1) {
    const cells = rows.fileCells(row);
    const line = (more: readonly string[] = []): string => {
      if (cells !== null) return sheetLine([...fitted(cells, columns.length, more.length > 0), ...more], delimiter);
      const text = rows.textOf(row);
      if (more.length === 0) return `${text}\r\n`;
      return sheetLine([...fitted([text.slice(0, 1_000)], columns.length, true), ...more], delimiter);
    };
    const written = write({ row, line });
    if (written !== null) yield written;
  }
}

/** At least as many cells as there are columns. @param isCut drops the cells behind the last column */
function fitted(cells: readonly string[], columns: number, isCut: boolean): readonly string[] {
  const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () => '');
  return [...(isCut ? cells.slice(0, columns) : cells), ...missing];
}

function toFile(lines: Iterable<string>, { columns, hasHeader, delimiter }: Sheet): Blob {
  const pieces: BlobPart[] = [];
  let piece = BYTE_ORDER_MARK + (hasHeader ? sheetLine(columns, delimiter) : '');
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE_LENGTH) continue;
    pieces.push(piece);
    piece = '';
  }
  return new Blob([...pieces, piece], { type: 'text/csv' });
}

/** A line for a spreadsheet, with the file's separator. `csvCell` guards formulas. */
function sheetLine(cells: readonly string[], delimiter: string): string {
  const written = cells.map((text) => {
    const cell = csvCell(text);
    const isOpen = !cell.startsWith('"') && (cell.includes(delimiter) || /^[ \t]|[ \t]$/.test(cell));
    return isOpen ? `"${cell}"` : cell;
  });
  return `${written.join(delimiter)}\r\n`;
}
