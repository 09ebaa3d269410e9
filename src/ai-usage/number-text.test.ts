import { expect, test } from 'vitest';
import { commaProblem, plainNumber } from './number-text.ts';

test.each([
  ['12.50', '12.50'],
  ['$1250', '1250'],
  ['1 250.5', '1250.5'],
  ['1,250.50', '1250.50'],
  ['1,250,000', '1250000'],
  ['12,34,567', '1234567'],
])('an amount of money that can mean one thing alone is read: %s', (text, wanted) => {
  expect(plainNumber(text, 'money')).toBe(wanted);
  expect(commaProblem(text, 'money')).toBeUndefined();
});

test.each([
  ['12,50', 'Use a dot for cents: 12.50.'],
  ['$ 12,5', 'Use a dot for cents: 12.5.'],
  ['0,15', 'Use a dot for cents: 0.15.'],
  ['1.250,50', 'Use a dot for cents: 1250.50.'],
  ['1,250', 'Type 1250 without the comma, or 1.250 with a dot for cents.'],
  ['12500,000', 'Type 12500000 without the comma, or 12500.000 with a dot for cents.'],
  ['1,25,0', 'Type the number without commas.'],
  ['12,', 'Type the number without commas.'],
  ['1,250.', 'Type the number without commas.'],
])('money with a comma that could mean another amount is refused, with what to type: %s', (text, problem) => {
  expect(plainNumber(text, 'money')).toBeNull();
  expect(commaProblem(text, 'money')).toBe(problem);
});

test('a comma in a whole number groups digits, and what it cannot group is refused', () => {
  expect(plainNumber('2,120,000', 'whole')).toBe('2120000');
  expect(plainNumber('21,20,000', 'whole')).toBe('2120000');
  expect(plainNumber('1,250', 'whole')).toBe('1250');
  for (const text of ['12,50', '2,120,00', '1,250,']) {
    expect(plainNumber(text, 'whole'), text).toBeNull();
    expect(commaProblem(text, 'whole')).toBe('Type the number without commas.');
  }
});

test('what is no number is said by others', () => {
  for (const text of ['', 'a lot', '-5', 'a,b', '1.2.3'])
    expect([plainNumber(text, 'money'), commaProblem(text, 'money')], text).toEqual([null, undefined]);
});
