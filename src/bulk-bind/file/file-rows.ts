import type { CsvRecord } from '#contract/csv-reader.ts';

export type ReadRow = Pick<CsvRecord, 'cells' | 'problem'>;

/** The text of a file and its rows; the header is one of them. */
export class FileRows {
  readonly #text: string;
  readonly #records: readonly CsvRecord[];

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

  /** A row as it is written in the file, without the line breaks behind it. */
  textOf(row: number): string {
    return this.#text.slice(this.#records[row]?.start, this.#records[row + 1]?.start).replace(/[\r\n]+$/, '');
  }
}
