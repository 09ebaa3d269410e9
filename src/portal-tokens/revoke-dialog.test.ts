import { expect, test } from 'vitest';
import { readTarget } from './revoke-dialog.tsx';

test.each([
  ['id', ' #7741 ', '7741'],
  ['id', '9223372036854775807', '9223372036854775807'],
  ['email', ' maren@example.org', 'maren@example.org'],
] as const)('%s %j is %j', (kind, typed, value) => {
  expect(readTarget(kind, typed)).toBe(value);
});

test.each([
  ['id', ''],
  ['id', '9223372036854775808'],
  ['id', '-1'],
  ['email', 'example.org'],
] as const)('%s %j names nothing', (kind, typed) => {
  expect(readTarget(kind, typed)).toBeNull();
});
