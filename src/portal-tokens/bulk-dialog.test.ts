import { expect, test } from 'vitest';
import { parseAddresses } from './bulk-dialog.tsx';

test('a list, a file with columns and what a mail program copies are read alike', () => {
  const text =
    '\uFEFFname;email\r\nMaren;maren@example.org\r\n"Osei, H." <hannah@example.org>,\n\nmailto:d.kohl@web.example';
  expect(parseAddresses(text)).toEqual({
    emails: ['maren@example.org', 'hannah@example.org', 'd.kohl@web.example'],
    repeated: 0,
    wrong: [],
  });
});

test('an address counts once whatever its case, and what is none is named with its line', () => {
  expect(parseAddresses('A@example.org b@example.org\na@EXAMPLE.org\nnobody\nx@y\n')).toEqual({
    emails: ['A@example.org', 'b@example.org'],
    repeated: 1,
    wrong: [
      { line: 3, text: 'nobody' },
      { line: 4, text: 'x@y' },
    ],
  });
});
