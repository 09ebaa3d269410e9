import { BIND_COLUMNS, channelNamed } from '#contract/bind-row.ts';
import type { CheckedRows } from './checked-rows.ts';
import type { Part, PartKind, Parts } from './file-types.ts';

/** What the service takes in one call. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ROWS: Readonly<Record<PartKind, number>> = { run: 10_000, dry: 100_000 };

interface Span {
  readonly from: number;
  /** The row behind the last one. */
  readonly to: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * What is sent: the rows that are neither skipped nor broken, in their order, under the API's header. Empty lines stand for
 * what is left out, so that the service names each row by its line of the file as the person has it.
 */
export class FileParts {
  readonly #rows: CheckedRows;
  readonly #encoder = new TextEncoder();
  readonly #scratch = new Uint8Array(65_536);
  readonly #spans = new Map<PartKind, Span[]>();

  constructor(rows: CheckedRows) {
    this.#rows = rows;
  }

  parts(kind: PartKind): Parts {
    const spans = this.#spansOf(kind);
    const parts = spans.map(
      // The header is line 1 of a part, and its first row line 2.
      ({ from, rows, bytes }, index): Part => ({
        index,
        firstRow: from,
        rows,
        bytes,
        lineOffset: this.#rows.lineOf(from) - 2,
      }),
    );
    const rows = spans.reduce((sum, span) => sum + span.rows, 0);
    return { parts, rows, left: this.#rows.count - rows };
  }

  split(kind: PartKind, index: number): Parts {
    const spans = this.#spansOf(kind);
    const span = spans[index];
    if (span !== undefined && span.rows > 1) {
      spans.splice(index, 1, ...this.#cut(span.from, span.to, Math.ceil(span.rows / 2)));
    }
    return this.parts(kind);
  }

  body(kind: PartKind, index: number): Blob {
    const span = this.#spansOf(kind)[index];
    if (span === undefined) throw new RangeError(`There is no part ${index}`);
    const pieces = [wireLine(this.#columns())];
    let line = this.#rows.lineOf(span.from);
    for (const [row, cells] of this.#sentRows(span.from, span.to)) {
      pieces.push('\n'.repeat(this.#gap(line, row)), wireLine(cells));
      line = this.#rows.lineOf(row) + linesOf(cells);
    }
    return new Blob(pieces, { type: 'text/csv' });
  }

  /** Empty lines before a row, where the one before it ended at `line`. */
  #gap(line: number, row: number): number {
    return Math.max(0, this.#rows.lineOf(row) - line);
  }

  #columns() {
    return BIND_COLUMNS.filter((column) => this.#rows.header.indexes.has(column));
  }

  #spansOf(kind: PartKind): Span[] {
    let spans = this.#spans.get(kind);
    if (spans === undefined) {
      spans = this.#cut(0, this.#rows.count, MAX_ROWS[kind]);
      this.#spans.set(kind, spans);
    }
    return spans;
  }

  #cut(from: number, to: number, maxRows: number): Span[] {
    const header = this.#bytesOf(wireLine(this.#columns()));
    const spans: Span[] = [];
    let span: Span = { from, to, rows: 0, bytes: header };
    let line = 0;
    for (const [row, cells] of this.#sentRows(from, to)) {
      const own = this.#bytesOf(wireLine(cells));
      const bytes = own + (span.rows === 0 ? 0 : this.#gap(line, row));
      if (span.rows === maxRows || span.bytes + bytes > MAX_BYTES) {
        spans.push({ ...span, to: row });
        span = { from: row, to, rows: 1, bytes: header + own };
      } else {
        span = { ...span, from: span.rows === 0 ? row : span.from, rows: span.rows + 1, bytes: span.bytes + bytes };
      }
      line = this.#rows.lineOf(row) + linesOf(cells);
    }
    return span.rows === 0 ? spans : [...spans, span];
  }

  *#sentRows(from: number, to: number): Generator<readonly [row: number, cells: readonly string[]]> {
    const { indexes } = this.#rows.header;
    const columns = this.#columns().map((column) => [column, indexes.get(column) ?? 0] as const);
    for (let row = from; row < to; row += 1) {
      if (!this.#rows.isSent(row)) continue;
      const { cells } = this.#rows.read(row);
      // The API document names channels in small letters; our service takes any case.
      const wire = ([column, place]: (typeof columns)[number]): string => {
        const text = cells[place] ?? '';
        return column === 'channel' ? (channelNamed(text) ?? text) : text;
      };
      yield [row, columns.map(wire)];
    }
  }

  #bytesOf(text: string): number {
    const fits = text.length * 3 <= this.#scratch.length;
    return fits ? this.#encoder.encodeInto(text, this.#scratch).written : this.#encoder.encode(text).length;
  }
}

/** A line of the API's CSV, which is read again as exactly these cells. */
function wireLine(cells: readonly string[]): string {
  return `${cells.map(wireCell).join(',')}\n`;
}

function wireCell(text: string): string {
  return /[",\r\n]|^[ \t\ufeff]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How many lines a row has: one, and one more for each break in its cells. */
function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const text of cells) if (/[\r\n]/.test(text)) lines += text.split(/\r\n|\r|\n/).length - 1;
  return lines;
}
