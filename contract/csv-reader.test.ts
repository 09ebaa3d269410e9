import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader, type CsvDialect, type CsvRecord } from './csv-reader.ts';

const RUNS = { numRuns: 400 };

function readRecords(pieces: readonly (string | Uint8Array)[], dialect?: CsvDialect): CsvRecord[] {
  const reader = new CsvReader(dialect);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function read(...pieces: (string | Uint8Array)[]): Omit<CsvRecord, 'start'>[] {
  return readRecords(pieces).map(({ line, cells, problem }) => ({ line, cells, problem }));
}

const cellsOf = (records: readonly Pick<CsvRecord, 'cells'>[]) => records.map(({ cells }) => cells);
const lineOf = (cells: readonly string[]) => cells.map(quote).join(',');
const quote = (cell: string) => (/[",\r\n]|^[ \t]|[ \t]$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Cuts text, or its bytes, at the given places. */
function cut<Whole extends string | Uint8Array>(whole: Whole, places: readonly number[]): Whole[] {
  const sorted = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
  return sorted.slice(1).map((to, index) => whole.slice(sorted[index], to) as Whole);
}

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '🚲', '"', ',', '\n', '\r', ' ', '\t', 'x', '\ufeff'), maxLength: 8 }),
  fc.constantFrom('', '""', '\r\n', 'plain'),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const places = fc.array(fc.nat(400), { maxLength: 12 });

test('what was written is read again, wherever text or bytes are cut', () => {
  fc.assert(
    fc.property(table, lineEnd, fc.boolean(), fc.boolean(), places, (rows, end, hasBom, endsWithBreak, at) => {
      const written = rows.filter((row) => lineOf(row) !== '');
      const text = (hasBom ? '\ufeff' : '') + written.map(lineOf).join(end) + (endsWithBreak ? end : '');
      // Without a mark of its own, a first cell that begins with one would lose it.
      fc.pre(hasBom || !text.startsWith('\ufeff'));
      expect(cellsOf(read(...cut(text, at)))).toEqual(written);
      expect(read(...cut(Buffer.from(text), at))).toEqual(read(text));
    }),
    RUNS,
  );
});

test('reads as csv-parse does, blanks around cells included', () => {
  const padding = fc.array(fc.constantFrom('', ' ', '\t', '  '), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(table, padding, lineEnd, fc.boolean(), places, (rows, paddings, end, hasBom, at) => {
      let cells = 0;
      const pad = () => paddings[(cells += 1) % paddings.length] ?? '';
      // A line of nothing but blanks has characters for us and none for them, and a mark at an edge is a blank for them.
      const written = rows
        .map((row) =>
          row
            .map(
              (cell) =>
                pad() + (/^\ufeff|\ufeff$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : quote(cell)) + pad(),
            )
            .join(','),
        )
        .map((line) => (line.trim() === '' ? '' : line));
      const text = (hasBom ? '\ufeff' : '') + written.join(end) + end;
      fc.pre(hasBom || !text.startsWith('\ufeff'));
      const theirs: string[][] = parse(text, {
        bom: true,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
        record_delimiter: end,
      });
      expect(cellsOf(read(...cut(text, at)))).toEqual(theirs);
    }),
    RUNS,
  );
});

test('any text is read alike whole and in pieces, and every row begins where it says', () => {
  const any = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\0', 'é', ' '), maxLength: 60 });
  fc.assert(
    fc.property(any, places, (text, at) => {
      const records = read(text);
      expect(read(...cut(text, at))).toEqual(records);
      const lines = records.map(({ line }) => line);
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      const starts = text.split(/\r\n|\n|\r/);
      for (const line of lines) expect(starts[line - 1]).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});

test('a row says where it begins in the text: read from there, it is the same row', () => {
  const any = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'é', '€', '🚲', ' '), maxLength: 60 });
  fc.assert(
    fc.property(any, fc.boolean(), places, (text, hasMark, at) => {
      const whole = (hasMark ? '\ufeff' : '') + text;
      const records = readRecords(cut(whole, at));
      for (const [index, { start, cells, problem }] of records.entries()) {
        const own = whole.slice(start, records[index + 1]?.start);
        expect(readRecords([own])).toMatchObject([{ cells, problem }]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([';', '\t', '|'])('%j separates cells where it is asked for, and the comma does not', (delimiter) => {
  const text = ['a,b', '"c d"', ' e', '', `"${delimiter}"`].join(delimiter);
  expect(cellsOf(readRecords([text], { delimiter }))).toEqual([['a,b', 'c d', 'e', '', delimiter]]);
});

test('CRLF, LF and CR end a line, also mixed; lines without a character are left out and still counted', () => {
  expect(read('a,b\r\n\r\nc\n\nd\re\r\r\n f')).toEqual([
    { line: 1, cells: ['a', 'b'], problem: null },
    { line: 3, cells: ['c'], problem: null },
    { line: 5, cells: ['d'], problem: null },
    { line: 6, cells: ['e'], problem: null },
    { line: 8, cells: ['f'], problem: null },
  ]);
  expect(read('a\r', '\nb')).toEqual(read('a\r\nb'));
  expect(read('')).toEqual([]);
  expect(read('\ufeff')).toEqual([]);
  expect(read('""\n,')).toEqual([
    { line: 1, cells: [''], problem: null },
    { line: 2, cells: ['', ''], problem: null },
  ]);
});

test('line breaks inside quotes belong to the cell and count as lines', () => {
  expect(read('"a\r\nb\nc",1\nx,"\r"\ny')).toEqual([
    { line: 1, cells: ['a\r\nb\nc', '1'], problem: null },
    { line: 4, cells: ['x', '\r'], problem: null },
    { line: 6, cells: ['y'], problem: null },
  ]);
});

test('a quote counts only at the beginning of a cell, and text behind a closing one belongs to the cell', () => {
  expect(cellsOf(read('a"b,"c"d,"e""f"," ""g"'))).toEqual([['a"b', 'cd', 'e"f', ' "g']]);
  expect(cellsOf(read('a"\n b'))).toEqual([['a"'], ['b']]);
});

test('blanks and tabs around a cell are no part of it, inside quotes they are', () => {
  const text = ' a b ,\t"c",  " d " ,"e" f \t,,  ,\u00a0g\n \n" "" " ';
  const cells = [['a b', 'c', ' d ', 'e f', '', '', '\u00a0g'], [''], [' " ']];
  expect(cellsOf(read(text))).toEqual(cells);
  expect(cellsOf(read(...text))).toEqual(cells);
});

test('a quote that is never closed takes the rest of the file', () => {
  expect(read('a,b\n1,"2\n3,4\n5,6\n')).toEqual([
    { line: 1, cells: ['a', 'b'], problem: null },
    { line: 2, cells: [], problem: 'open_quote' },
  ]);
  expect(read('a,b\n1,"2""')).toMatchObject([{}, { line: 2, problem: 'open_quote' }]);
});

test('a NUL breaks its row alone, quoted or not', () => {
  expect(read('a\0,1\n"b\0",2\nc,3').map(({ problem }) => problem)).toEqual(['nul', 'nul', null]);
});

test('a row may have 65,536 bytes of UTF-8 and not one more, wherever it is cut', () => {
  for (const [letter, size] of [
    ['x', 1],
    ['é', 2],
    ['€', 3],
    ['🚲', 4],
  ] as const) {
    const full = `${'x'.repeat(65_536 % size)}${letter.repeat(Math.floor(65_536 / size))}`;
    expect(Buffer.byteLength(full)).toBe(65_536);
    for (const pieces of [[full, '\nb'], cut(`${full}\nb`, [1, 20_000, 40_001, 65_535])]) {
      expect(read(...pieces)).toEqual([
        { line: 1, cells: [full], problem: null },
        { line: 2, cells: ['b'], problem: null },
      ]);
    }
    for (const row of [`${full}x`, `x${full}`, `"${full}"`, `${full},`]) {
      expect(read(...cut(`${row}\nb`, [7, 30_000, 65_536]))).toEqual([
        { line: 1, cells: [], problem: 'too_long' },
        { line: 2, cells: ['b'], problem: null },
      ]);
    }
  }
});

test('a long row keeps to its quotes: a break inside them does not end it', () => {
  const long = `"${'x\n'.repeat(50_000)}",1`;
  expect(read(...cut(`${long}\nb`, [9, 70_000]))).toEqual([
    { line: 1, cells: [], problem: 'too_long' },
    { line: 50_002, cells: ['b'], problem: null },
  ]);
});

test.each([
  ['a lone continuation byte', [0x61, 0x80]],
  ['an overlong form', [0xc0, 0xaf]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ['a character that the file cuts off', [0x61, 0xe2, 0x82]],
])('%s is no UTF-8 and throws', (_what, bytes) => {
  expect(() => read(Uint8Array.from(bytes))).toThrow(TypeError);
});
