import { expect, test } from 'vitest';
import { listMasked, mask, unmask } from './masking.ts';

test('CP-02: one detail has one placeholder, however it is written, and the answer has it back as it was written first', () => {
  const texts = [
    'I am Maren@Example.org, +49 151 5550 1884.',
    'Call 4915155501884 or +49 (151) 5550-1884, maren@example.org',
  ];
  const masked = listMasked(texts);
  expect(masked.map(({ placeholder }) => placeholder)).toEqual(['[email 1]', '[phone 1]']);
  expect(mask(texts[1] ?? '', masked)).toBe('Call 4915155501884 or [phone 1], [email 1]');
  expect(unmask('We call [Phone 1] and write to [email 1], not [phone 2].', masked)).toBe(
    'We call +49 151 5550 1884 and write to Maren@Example.org, not [phone 2].',
  );
});

test('CP-02: a placeholder that a customer wrote stands for nothing', () => {
  const texts = ['Send me [phone 1]', 'Internal: +49 151 5550 1884'];
  const masked = listMasked(texts);
  expect(masked[0]?.placeholder).toBe('[phone 2]');
  expect(unmask('[phone 1]', masked)).toBe('[phone 1]');
});

test('CP-02: only the details that are to be hidden are replaced', () => {
  const masked = listMasked(['a@example.org b@example.org']);
  expect(mask('a@example.org b@example.org', masked.slice(1))).toBe('a@example.org [email 2]');
});
