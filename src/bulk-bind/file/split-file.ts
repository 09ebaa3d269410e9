import { BIND_COLUMNS, type BindColumn, channelNamed } from '#contract/bind-row.ts';
import type { CheckedRows } from './checked-rows.ts';
import type { Part, RunKind } from './file-types.ts';

/** The limits of one call to the service. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ROWS: Readonly<Record<RunKind, number>> = { run: 10_000, dry: 100_000 };

/** Cuts the rows that are sent into parts, in the order of the file: one call each. */
export function splitFile(rows: CheckedRows, kind: RunKind): Part[] {
  return cut(rows, { from: 0, to: rows.count }, MAX_ROWS[kind]);
}

/** Two parts in place of one that is too large for a gateway in front of the service. */
export function halvePart(rows: CheckedRows, part: Part): Part[] {
  return cut(rows, part, Math.ceil(part.rows / 2));
}

/**
 * The body of one call, under the API's header. Empty lines replace rows that are left out, so that the service names
 * each row by its line of the file.
 */
export function partBody(rows: CheckedRows, part: Part): Blob {
  const pieces = [wireLine(sentColumns(rows))];
  let line = rows.lineOf(part.from);
  for (const [row, cells] of sentRows(rows, part)) {
    pieces.push('\n'.repeat(gapBefore(rows, row, line)), wireLine(cells));
    line = rows.lineOf(row) + linesOf(cells);
  }
  return new Blob(pieces, { type: 'text/csv' });
}

type Span = Pick<Part, 'from' | 'to'>;

function cut(rows: CheckedRows, span: Span, maxRows: number): Part[] {
  const headerBytes = bytesOf(wireLine(sentColumns(rows)));
  const parts: Part[] = [];
  let from = span.from;
  let count = 0;
  let bytes = headerBytes;
  let line = 0;
  const endPart = (to: number): void => {
    // The service counts the header as line 1 of a part, and its first row as line 2.
    if (count > 0) parts.push({ from, to, rows: count, lineOffset: rows.lineOf(from) - 2 });
  };
  for (const [row, cells] of sentRows(rows, span)) {
    const own = bytesOf(wireLine(cells));
    const gap = count === 0 ? 0 : gapBefore(rows, row, line);
    if (count === maxRows || (count > 0 && bytes + gap + own > MAX_BYTES)) {
      endPart(row);
      count = 0;
      bytes = headerBytes;
    }
    if (count === 0) from = row;
    bytes += own + (count === 0 ? 0 : gap);
    count += 1;
    line = rows.lineOf(row) + linesOf(cells);
  }
  endPart(span.to);
  return parts;
}

/** Empty lines before a row. @param line where the row before it ended */
function gapBefore(rows: CheckedRows, row: number, line: number): number {
  return Math.max(0, rows.lineOf(row) - line);
}

function sentColumns(rows: CheckedRows): BindColumn[] {
  return BIND_COLUMNS.filter((column) => rows.header.indexes.has(column));
}

function* sentRows(rows: CheckedRows, { from, to }: Span): Generator<readonly [row: number, cells: readonly string[]]> {
  const { indexes } = rows.header;
  const columns = sentColumns(rows).map((column) => [column, indexes.get(column) ?? 0] as const);
  for (let row = from; row < to; row += 1) {
    if (!rows.isSent(row)) continue;
    const { cells } = rows.read(row);
    yield [
      row,
      columns.map(([column, index]) => {
        const text = cells[index] ?? '';
        // The API document has channels in lower case; our service takes any case.
        return column === 'channel' ? (channelNamed(text) ?? text) : text;
      }),
    ];
  }
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(65_536);

function bytesOf(text: string): number {
  const fits = text.length * 3 <= scratch.length;
  return fits ? encoder.encodeInto(text, scratch).written : encoder.encode(text).length;
}

/** A CSV line that reads back as exactly these cells; no formula guard, since the service is no spreadsheet. */
function wireLine(cells: readonly string[]): string {
  return `${cells.map(wireCell).join(',')}\n`;
}

function wireCell(text: string): string {
  return /[",\r\n]|^[ \t\ufeff]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The lines that a row takes: one, and one more for each line break in its cells. */
function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const text of cells) if (/[\r\n]/.test(text)) lines += text.split(/\r\n|\r|\n/).length - 1;
  return lines;
}
