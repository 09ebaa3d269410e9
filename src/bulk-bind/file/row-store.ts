import { CsvReader, type CsvDialect, type CsvRecord } from '#contract/csv-reader.ts';

export type ReadRow = Pick<CsvRecord, 'cells' | 'problem'>;

/** No row that can be read is longer, with the line break behind it. */
const MAX_ROW_SLICE = 65_540;
const READ_AHEAD_BYTES = 262_144;
const PROBLEMS = [null, 'nul', 'too_long', 'open_quote'] as const;

/**
 * The rows of a file as its bytes in UTF-8 and the places where rows begin: a few bytes a row beside the file, and no text
 * but of the rows that are read at the moment. The header is a row too.
 */
export class RowStore {
  readonly #dialect: CsvDialect;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  #starts = new Uint32Array(1_024);
  #lines = new Uint32Array(1_024);
  #problems = new Uint8Array(1_024);
  #count = 0;

  /** @param bytes how many the file will have, as far as is known */
  constructor(dialect: CsvDialect, bytes: number) {
    this.#dialect = dialect;
    this.#bytes = new Uint8Array(bytes);
  }

  get count(): number {
    return this.#count;
  }

  /** All that was kept. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#size);
  }

  keepBytes(piece: Uint8Array): void {
    this.#reserve(piece.length);
    this.#bytes.set(piece, this.#size);
    this.#size += piece.length;
  }

  keepText(text: string): void {
    this.#reserve(text.length * 3);
    this.#size += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#size)).written;
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#size + more, this.#bytes.length * 1.5));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  add({ start, line, problem }: CsvRecord): void {
    const at = this.#count;
    if (at === this.#starts.length) {
      this.#starts = doubled(this.#starts, new Uint32Array(at * 2));
      this.#lines = doubled(this.#lines, new Uint32Array(at * 2));
      this.#problems = doubled(this.#problems, new Uint8Array(at * 2));
    }
    this.#starts[at] = start;
    this.#lines[at] = line;
    this.#problems[at] = PROBLEMS.indexOf(problem);
    this.#count += 1;
  }

  /** The line of the file where a row begins. */
  lineOf(row: number): number {
    return this.#lines[row] ?? 0;
  }

  isReadable(row: number): boolean {
    return this.#problems[row] === 0;
  }

  read(row: number): ReadRow {
    for (const read of this.readFrom(row, row + 1)) return read;
    return { cells: [], problem: null };
  }

  /** Rows one after another, without those behind `to`. */
  *readFrom(from: number, to: number): Generator<ReadRow> {
    for (let row = from; row < to;) {
      const problem = PROBLEMS[this.#problems[row] ?? 0] ?? null;
      if (problem !== null) {
        yield { cells: [], problem };
        row += 1;
        continue;
      }
      let end = row + 1;
      while (end < to && this.isReadable(end) && this.#startOf(end) - this.#startOf(row) < READ_AHEAD_BYTES) end += 1;
      yield* this.#parse(row, end);
      row = end;
    }
  }

  #parse(from: number, to: number): readonly ReadRow[] {
    const end = Math.min(this.#startOf(to), this.#startOf(to - 1) + MAX_ROW_SLICE);
    const reader = new CsvReader(this.#dialect);
    // A mark at the beginning of a file is skipped; here it would be part of a cell.
    reader.push('\n');
    const text = this.#decoder.decode(this.#bytes.subarray(this.#startOf(from), end));
    const whole = reader.push(text);
    return [...whole, ...reader.end()].slice(0, to - from);
  }

  /** A row as it stands in the file, without the line breaks around it. */
  textOf(row: number): string {
    const text = this.#decoder.decode(this.#bytes.subarray(this.#startOf(row), this.#startOf(row + 1)));
    return text.replace(/[\r\n]+$/, '');
  }

  #startOf(row: number): number {
    return row < this.#count ? (this.#starts[row] ?? 0) : this.#size;
  }
}

function doubled<Cells extends Uint8Array | Uint32Array>(cells: Cells, larger: Cells): Cells {
  larger.set(cells);
  return larger;
}
