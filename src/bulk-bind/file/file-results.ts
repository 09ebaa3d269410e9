import { BIND_OUTCOMES } from '#contract/bind-jobs.ts';
import { BYTE_ORDER_MARK, csvCell } from '#contract/csv.ts';
import type { CheckedRows } from './checked-rows.ts';
import type { Delimiter, ResultWords, RowOutcome, RunKind } from './file-types.ts';

type Outcome = RowOutcome['outcome'];

interface Recorded {
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly identityId: bigint | null;
}

/** What became of the rows in a run and in its dry run: numbers alone, eleven bytes a row. */
export class RowOutcomes {
  readonly #outcomes: Readonly<Record<RunKind, Uint8Array>>;
  readonly #codes: Uint8Array;
  readonly #codeNames: string[] = [];
  readonly #identities: BigUint64Array;

  constructor(rows: number) {
    this.#outcomes = { preview: new Uint8Array(rows), run: new Uint8Array(rows) };
    this.#codes = new Uint8Array(rows);
    this.#identities = new BigUint64Array(rows);
  }

  set(run: RunKind, row: number, { outcome, code, identity_id }: RowOutcome): void {
    this.#outcomes[run][row] = BIND_OUTCOMES.indexOf(outcome) + 1;
    if (run === 'preview') return;
    if (code !== null && !this.#codeNames.includes(code)) this.#codeNames.push(code);
    this.#codes[row] = code === null ? 0 : this.#codeNames.indexOf(code) + 1;
    this.#identities[row] = identity_id ?? 0n;
  }

  /** What a dry run said of rows that are others now. */
  forgetPreview(): void {
    this.#outcomes.preview.fill(0);
  }

  /** What became of a row in the run; null where it was not sent yet. */
  get(row: number): Recorded | null {
    const outcome = this.#outcomeOf('run', row);
    if (outcome === null) return null;
    const identity = this.#identities[row] ?? 0n;
    const code = this.#codeNames[(this.#codes[row] ?? 0) - 1] ?? null;
    return { outcome, code, identityId: identity === 0n ? null : identity };
  }

  /** What the dry run said of a row; null where it said nothing. */
  expected(row: number): Outcome | null {
    return this.#outcomeOf('preview', row);
  }

  #outcomeOf(run: RunKind, row: number): Outcome | null {
    return BIND_OUTCOMES[(this.#outcomes[run][row] ?? 0) - 1] ?? null;
  }
}

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

/** Rows that failed, were skipped, are damaged or cannot be read, these as they are in the file: to mend and send again. */
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
    const unsent = rows.isSkipped(row) ? 'skipped' : rows.isUnreadable(row) ? 'unreadable' : 'not_sent';
    const result = found?.outcome ?? unsent;
    const code = found?.code ?? (unsent === 'not_sent' && rows.isDamaged(row) ? 'damaged_number' : '');
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

/** A line for a spreadsheet, with the separator that the file has. Text that would be run as a formula is guarded. */
function sheetLine(cells: readonly string[], delimiter: string): string {
  const written = cells.map((text) => {
    const cell = csvCell(text);
    const isOpen = !cell.startsWith('"') && (cell.includes(delimiter) || /^[ \t]|[ \t]$/.test(cell));
    return isOpen ? `"${cell}"` : cell;
  });
  return `${written.join(delimiter)}\r\n`;
}
