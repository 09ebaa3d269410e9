import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvFile, csvLine } from './csv.ts';

const CELLS: readonly (readonly [unknown, string])[] = [
  [null, ''],
  [undefined, ''],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [5, '5'],
  [-5, '-5'],
  [-0.25, '-0.25'],
  [9_223_372_036_854_775_807n, '9223372036854775807'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['+cmd', "'+cmd"],
  ['-2', "'-2"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\n=1', '"\'\n=1"'],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF0B1', "'\uFF0B1"],
  ['\uFF0D1', "'\uFF0D1"],
  ['\uFF20a', "'\uFF20a"],
  ['+4915112345678', '+4915112345678'],
  ['+49 151 12345', '+49 151 12345'],
  ['+49 (0)40 123', '+49 (0)40 123'],
  ['+1234', "'+1234"],
  [`+${'1'.repeat(40)}`, `+${'1'.repeat(40)}`],
  [`+${'1'.repeat(41)}`, `'+${'1'.repeat(41)}`],
  ['+49 151\n12345', '"\'+49 151\n12345"'],
  ['+49 151\t12345', "'+49 151\t12345"],
  ['+49 30-12345', "'+49 30-12345"],
  ['+12345*2', "'+12345*2"],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
];

test('cells are quoted where they must be, and guarded where a spreadsheet would calculate', () => {
  for (const [value, cell] of CELLS) expect(csvCell(value)).toBe(cell);
});

/** A reader of RFC 4180, written apart from the writer. */
function readCells(line: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    if (line[at] === '"') {
      let cell = '';
      for (at += 1; !(line[at] === '"' && line[at + 1] !== '"'); at += 1) {
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
      cells.push(cell);
      at += 2;
    } else {
      const end = line.indexOf(',', at);
      cells.push(line.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? line.length + 1 : end + 1;
    }
  }
  return cells;
}

/** By what a spreadsheet knows a formula, said apart from the writer: only a phone may begin so. */
function isFormula(text: string): boolean {
  const first = text.codePointAt(0);
  const starts = new Set([0x09, 0x0a, 0x0d, 0x2b, 0x2d, 0x3d, 0x40, 0xff0b, 0xff0d, 0xff1d, 0xff20]);
  if (first === undefined || !starts.has(first)) return false;
  const rest = [...text.slice(1)];
  return first !== 0x2b || rest.length < 5 || rest.length > 40 || rest.some((one) => !'0123456789 ()'.includes(one));
}

test('any cells come back as they were, but for the apostrophe, and none is a formula', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '"', ',');
  const phone = fc.string({ unit: fc.constantFrom(...'+0123456789 ()-\n*'), maxLength: 45 });
  const text = fc.string({ unit: 'binary' });
  const cell = fc.oneof(
    text,
    phone,
    fc.tuple(start, fc.oneof(text, phone)).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (values) => {
      const line = csvLine(values);
      expect(line.endsWith('\r\n')).toBe(true);
      const read = readCells(line.slice(0, -2));
      expect(
        read.map((text, index) => (text.startsWith("'") && text !== values[index] ? text.slice(1) : text)),
      ).toEqual(values);
      for (const text of read) expect(isFormula(text), JSON.stringify(text)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('numbers stay numbers, whatever their sign', () => {
  const number = fc.oneof(fc.integer(), fc.bigInt());
  fc.assert(
    fc.property(number, (n) => {
      expect(csvCell(n)).toBe(n.toString());
    }),
  );
});

test('a file begins with the mark of UTF-8, ends its lines as spreadsheets do, and keeps every digit', () => {
  expect(csvFile(['id', 'subject'], [[9_007_199_254_740_993n, 'a "b", c\nd']])).toBe(
    '\uFEFFid,subject\r\n9007199254740993,"a ""b"", c\nd"\r\n',
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', '+49 30'],
  ['\uFF1D1', "'\uFF1D1"],
  ['+4930123456', '+4930123456'],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
])('the text %j is no formula', (text, cell) => {
  expect(csvFile(['text'], [[text]])).toBe(`\uFEFFtext\r\n${cell}\r\n`);
});

test('numbers and nothing are what they are', () => {
  expect(csvFile(['n', 'none'], [[-5, null]])).toBe('\uFEFFn,none\r\n-5,\r\n');
});
