import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

const secret = new Secret('canary-4711');

test('every way of printing a secret prints a placeholder', () => {
  const prints = [
    String(secret),
    `${secret.toString()}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: { secret } }, { showHidden: true, depth: 9 }),
    format('%s %o %j', secret, secret, secret),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
  ];
  for (const text of prints) expect(text).not.toContain('canary');
  expect(prints[0]).toBe('[secret]');
  expect(secret.reveal()).toBe('canary-4711');
});

test('a secret is removed from a text unless it is very short', () => {
  expect(secret.removeFrom('key canary-4711, canary-4711!')).toBe('key [secret], [secret]!');
  expect(new Secret('a').removeFrom('an apple')).toBe('an apple');
});
