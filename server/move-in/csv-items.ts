import { CsvReader, type CsvRecord } from '#contract/csv-reader.ts';
import type { JsonObject } from './values.ts';

export type CsvItem = { readonly line: number } & ({ readonly value: JsonObject } | { readonly problem: string });

const DELIMITERS = [',', ';', '\t'] as const;
const PROBLEMS = {
  nul: 'the row has a NUL',
  too_long: 'the row is over 64 kB',
  open_quote: 'a quote has no end',
} as const;

/** Reads the rows of a CSV file as objects by the names of the header. The separator is the comma, semicolon or tab of the header. */
export class CsvItems {
  #reader: CsvReader | undefined;
  #header: readonly string[] | undefined;

  /** The names of the columns; undefined until the first row is read. */
  get header(): readonly string[] | undefined {
    return this.#header;
  }

  /** @throws TypeError for bytes that are not UTF-8 */
  push(chunk: Uint8Array): CsvItem[] {
    this.#reader ??= new CsvReader({ delimiter: delimiterOf(Buffer.from(chunk).toString()) });
    return this.#read(this.#reader.push(chunk));
  }

  /** @throws TypeError for bytes that are not UTF-8 */
  end(): CsvItem[] {
    return this.#reader === undefined ? [] : this.#read(this.#reader.end());
  }

  #read(records: readonly CsvRecord[]): CsvItem[] {
    const items: CsvItem[] = [];
    for (const { line, cells, problem } of records) {
      const header = this.#header;
      if (problem !== null) items.push({ line, problem: PROBLEMS[problem] });
      else if (header === undefined) this.#header = cells;
      else if (cells.length > header.length) items.push({ line, problem: 'the row has more cells than the header' });
      else items.push({ line, value: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])) });
    }
    return items;
  }
}

function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r|\n/, 1);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, n: line.split(delimiter).length }));
  return counted.reduce((best, one) => (one.n > best.n ? one : best)).delimiter;
}
