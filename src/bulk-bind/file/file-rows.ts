import type { CsvRecord } from '#contract/csv-reader.ts';

export type ReadRow = Pick<CsvRecord, 'cells' | 'problem'>;

/** The text of a file and its rows; the header is one of them. */
export class FileRows {
  readonly #text: string;
  readonly #records: readonly CsvRecord[];
  #rowsByLine: ReadonlyMap<number, number> | null = null;

  constructor(text: string, records: readonly CsvRecord[]) {
    this.#text = text;
    this.#records = records;
  }

  get count(): number {
    return this.#records.length;
  }

  /** Rows that cannot be read have no cells. */
  read(row: number): ReadRow {
    return this.#records[row] ?? { cells: [], problem: null };
  }

  /** The line of the file where a row begins. */
  lineOf(row: number): number {
    return this.#records[row]?.line ?? 0;
  }

  /** The row that begins at a line of the file. */
  rowAt(line: number): number | null {
    this.#rowsByLine ??= new Map(this.#records.map((record, row) => [record.line, row]));
    return this.#rowsByLine.get(line) ?? null;
  }

  /** A row as it is written in the file, without the line breaks behind it. */
  textOf(row: number): string {
    return this.#text.slice(this.#records[row]?.start, this.#records[row + 1]?.start).replace(/[\r\n]+$/, '');
  }
}
