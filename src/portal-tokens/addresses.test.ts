import { expect, test } from 'vitest';
import { decodeList, parseAddresses } from './addresses.ts';

test('PT-08: a list, a file with columns and what a mail program copies are read alike', () => {
  const text =
    '\uFEFFname;email\r\nMaren;maren@example.org\r\n"Osei, H." <hannah@example.org>,\n\nmailto:d.kohl@web.example';
  expect(parseAddresses(text.replace('name;email', 'people'))).toEqual({
    emails: ['maren@example.org', 'hannah@example.org', 'd.kohl@web.example'],
    repeated: 0,
    wrong: [],
  });
});

test('PT-08: an address counts once whatever its case, and what is none is named with its line', () => {
  expect(parseAddresses('A@example.org b@example.org\na@EXAMPLE.org\nnobody\nx@y\n')).toEqual({
    emails: ['A@example.org', 'b@example.org'],
    repeated: 1,
    wrong: [
      { line: 3, text: 'nobody', problem: null },
      { line: 4, text: 'x@y', problem: null },
    ],
  });
});

test.each([',', ';', '\t', '|'])('PT-08: of columns divided by %j the one of addresses alone is read', (delimiter) => {
  const rows = [
    ['Name', 'E-mail address', 'Agent'],
    ['Maren', 'maren@example.org', 'boss@example.com'],
    ['"Osei' + delimiter + ' H."', 'hannah@example.org', ''],
    ['Nobody', '', 'boss@example.com'],
  ];
  expect(parseAddresses(`\uFEFF${rows.map((row) => row.join(delimiter)).join('\r\n')}`)).toEqual({
    emails: ['maren@example.org', 'hannah@example.org'],
    repeated: 0,
    wrong: [{ line: 4, text: `Nobody${delimiter} boss@example.com`, problem: null }],
  });
});

test('PT-08: a line break in quotes is part of its cell, and lines are still counted as an editor does', () => {
  const text = 'email,note\n"a@example.org","Two\nlines, with c@example.org"\n"say ""hi""",x\nb@example.org,';
  expect(parseAddresses(text)).toEqual({
    emails: ['a@example.org', 'b@example.org'],
    repeated: 0,
    wrong: [{ line: 4, text: 'say "hi", x', problem: null }],
  });
});

test('PT-08: a quote that is never closed hides no line below it', () => {
  expect(parseAddresses('a@example.org\n"Osei <hannah@example.org>\nb@example.org')).toEqual({
    emails: ['a@example.org', 'hannah@example.org', 'b@example.org'],
    repeated: 0,
    wrong: [],
  });
});

test('PT-08: rows that cannot be read are named, and why', () => {
  expect(parseAddresses(`a\0@example.org\n${'x'.repeat(70_000)}\nb@example.org`)).toEqual({
    emails: ['b@example.org'],
    repeated: 0,
    wrong: [
      { line: 1, text: '', problem: 'nul' },
      { line: 2, text: '', problem: 'too_long' },
    ],
  });
});

test('PT-08: a file is read in the encodings that spreadsheets write', () => {
  const text = 'Name;E-Mail\nJürgen;juergen@example.org';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), utf16, Buffer.from(utf16).swap16()]) {
    expect(decodeList(bytes)).toBe(text);
  }
});
