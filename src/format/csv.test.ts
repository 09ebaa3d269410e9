import { expect, test } from 'vitest';
import { csvFile } from './csv.ts';

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
