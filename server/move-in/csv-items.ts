import { CsvReader, type CsvRecord } from '#contract/csv-reader.ts';
import type { JsonObject } from './values.ts';

export type CsvItem = { readonly line: number } & ({ readonly value: JsonObject } | { readonly problem: string });

const DELIMITERS = [',', ';', '\t'] as const;
const PROBLEMS = {
  nul: 'the row has a NUL',
  too_long: 'the row is over 64 kB',
  open_quote: 'a quote that begins in this row is not closed',
} as const;

/** Bytes of a file that are not UTF-8. */
export class NotUtf8 extends Error {
  constructor(line: number) {
    super(`line ${line} is not UTF-8: save the file as "CSV UTF-8"`);
    this.name = 'NotUtf8';
  }
}

/** Reads the rows of a CSV file as objects by the names of the header. The separator is the comma, semicolon or tab of the header. */
export class CsvItems {
  #reader: CsvReader | undefined;
  #header: readonly string[] | undefined;
  #lineBreaks = 0;

  /** The names of the columns; undefined until the first row is read. */
  get header(): readonly string[] | undefined {
    return this.#header;
  }

  /** @throws NotUtf8 */
  push(chunk: Uint8Array): CsvItem[] {
    this.#reader ??= new CsvReader({ delimiter: delimiterOf(Buffer.from(chunk).toString()) });
    try {
      const items = this.#read(this.#reader.push(chunk));
      this.#lineBreaks += linesOf(chunk).length - 1;
      return items;
    } catch (error) {
      throw error instanceof TypeError ? new NotUtf8(this.#lineBreaks + 1 + findBadLine(chunk)) : error;
    }
  }

  /** @throws NotUtf8 */
  end(): CsvItem[] {
    try {
      return this.#reader === undefined ? [] : this.#read(this.#reader.end());
    } catch (error) {
      throw error instanceof TypeError ? new NotUtf8(this.#lineBreaks + 1) : error;
    }
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

function linesOf(chunk: Uint8Array): string[] {
  return Buffer.from(chunk).toString('latin1').split('\n');
}

/** The index of the first line of a piece that is not UTF-8. Its first and last line may have only a part of a character. */
function findBadLine(chunk: Uint8Array): number {
  const lines = linesOf(chunk);
  const index = lines.findIndex((line, index) => {
    const text = index === 0 ? line.replace(/^[\x80-\xbf]{1,3}/, '') : line;
    const isLast = index === lines.length - 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'), { stream: isLast });
      return false;
    } catch {
      return true;
    }
  });
  return Math.max(index, 0);
}

function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r|\n/, 1);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, n: line.split(delimiter).length }));
  return counted.reduce((best, one) => (one.n > best.n ? one : best)).delimiter;
}
