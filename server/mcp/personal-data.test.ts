import { expect, test } from 'vitest';
import { personalData } from './personal-data.ts';

const masked = personalData(false);

test('MC-02: emails keep their first letter and domain, phones, handles and names their ends', () => {
  expect(masked.email('ana@example.org')).toBe('a•••@example.org');
  expect(masked.handle('+34 600 100 200')).toBe('•••00');
  expect(masked.handle('ana@example.org')).toBe('a•••@example.org');
  expect(masked.handle('1234')).toBe('•••');
  expect(masked.name(' Ana María')).toBe('A•••');
  expect([masked.email(null), masked.handle(null), masked.name(null)]).toEqual([null, null, null]);
  expect([masked.email(''), masked.handle(''), masked.name('')]).toEqual(['', '', '']);
  expect(personalData(true).email('ana@example.org')).toBe('ana@example.org');
});

test('MC-02: emails, phones and cards in a text are masked, and other numbers are not', () => {
  const text = 'I am ana@example.org, +34 600 100 200, card 4111 1111 1111 1111, order 71884 of 2026-11-20, error E14.';
  expect(masked.text(text, 300)).toBe(
    'I am a•••@example.org, •••00, card •••11, order 71884 of 2026-11-20, error E14.',
  );
  expect(personalData(true).text(text, 300)).toBe(text);
});

test('MC-02: a detail at the place where the text is cut is masked as a whole', () => {
  const email = `${'m'.repeat(60)}@example.org`;
  const shown = masked.text(`${'x '.repeat(50)}${email}${' y'.repeat(50)}`, 120);
  expect(shown).toBe(`${'x '.repeat(50)}m•••@example.org y y [cut: 120 of 272 characters]`);
  expect(shown).not.toContain('mm');
});

test('MC-06: a cut text says how much is shown, and is never cut inside a character', () => {
  expect(masked.text('12345', 5)).toBe('12345');
  expect(masked.text('123456', 5)).toBe('12345 [cut: 5 of 6 characters]');
  expect(masked.text('1234😀6', 5).isWellFormed()).toBe(true);
});
