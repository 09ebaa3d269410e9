import { BYTE_ORDER_MARK } from '#contract/csv.ts';
import type { CheckedRows } from './checked-rows.ts';
import { sheetLine } from './csv-lines.ts';
import type { Delimiter, ResultWords } from './file-types.ts';
import type { RowOutcomes } from './row-outcomes.ts';

/** Text that is joined before it becomes a part of a file. */
const PIECE_LENGTH = 262_144;

interface Sheet {
  readonly rows: CheckedRows;
  readonly outcomes: RowOutcomes;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly delimiter: Delimiter;
}

/** The rows that are sent, as they are now, under the columns of the file. */
export function fixedCopy(sheet: Sheet): Blob {
  return toFile(
    linesOf(sheet, ({ row, line }) => (sheet.rows.isSent(row) ? line() : null)),
    sheet,
  );
}

/** Rows that failed, were skipped or cannot be read, these as they stand in the file: to mend and send again. */
export function errorFile(sheet: Sheet): Blob {
  const { rows, outcomes } = sheet;
  const lines = linesOf(sheet, ({ row, line }) => {
    // Before the run, what the dry run said.
    const outcome = outcomes.get(row)?.outcome ?? outcomes.expected(row) ?? undefined;
    const isDone = outcome === 'bound' || outcome === 'refreshed';
    const isWaiting = outcome === undefined && rows.isSent(row);
    return isDone || isWaiting ? null : line();
  });
  return toFile(lines, sheet);
}

/** Every row of the file and what became of it. */
export function resultFile(sheet: Sheet, { columns, results, reasons }: ResultWords): Blob {
  const { rows, outcomes } = sheet;
  const lines = linesOf(sheet, ({ row, line }) => {
    const found = outcomes.get(row);
    const result = found?.outcome ?? (rows.isSkipped(row) ? 'skipped' : rows.isSent(row) ? 'not_sent' : 'unreadable');
    const code = found?.code ?? '';
    const identity = found?.identityId ?? '';
    return line([String(rows.lineOf(row)), results[result], code, reasons[code] ?? '', String(identity)]);
  });
  return toFile(lines, { ...sheet, columns: [...sheet.columns, ...columns], hasHeader: true });
}

interface SheetRow {
  readonly row: number;
  /** With cells behind those of the columns. A row that cannot be read is its own text where nothing follows. */
  line(more?: readonly string[]): string;
}

function* linesOf({ rows, columns, delimiter }: Sheet, write: (row: SheetRow) => string | null): Generator<string> {
  let row = 0;
  for (const { cells, problem } of rows.read(0, rows.count)) {
    const at = row;
    const line = (more: readonly string[] = []): string => {
      const text = problem === null ? '' : rows.textOf(at);
      if (problem !== null && more.length === 0) return `${text}\r\n`;
      // A channel of all rows is no column of the file; cells behind the last column are kept to be mended.
      const isOfColumns = more.length > 0 || rows.header.width > columns.length;
      const own = problem === null ? cells.slice(0, isOfColumns ? columns.length : undefined) : [text.slice(0, 1_000)];
      return sheetLine([...own, ...columns.slice(own.length).map(() => ''), ...more], delimiter);
    };
    const written = write({ row, line });
    if (written !== null) yield written;
    row += 1;
  }
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
