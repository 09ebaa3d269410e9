import { expect, test } from 'vitest';
import { deriveToken, hashToken, isTokenShape, newToken, tokenPrefix } from './token-format.ts';

test.each(['sck', 'sct'] as const)('a new %s token has 42 characters and its own checksum', (prefix) => {
  for (let count = 0; count < 200; count += 1) {
    const token = newToken(prefix);
    expect(token).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{38}$`));
    expect(isTokenShape(token)).toBe(true);
    expect(tokenPrefix(token)).toBe(token.slice(0, 10));
  }
});

test('every character counts', () => {
  const token = newToken('sck');
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(isTokenShape(token.slice(0, at) + other + token.slice(at + 1)), `position ${at}`).toBe(false);
  }
  expect(isTokenShape(token.replace('sck', 'sct'))).toBe(false);
});

test.each([
  '',
  'sck_',
  'x'.repeat(7000),
  `sck_${'0'.repeat(38)}`,
  `${newToken('sck')} `,
  `${newToken('sck')}\n`,
  newToken('sck').toLowerCase(),
])('%j is no token', (text) => {
  expect(isTokenShape(text)).toBe(false);
});

test('tokens do not repeat and use all 62 characters evenly', () => {
  const tokens = Array.from({ length: 5000 }, () => newToken('sck'));
  expect(new Set(tokens).size).toBe(5000);
  const counts = new Map<string, number>();
  for (const token of tokens)
    for (const character of token.slice(4, 36)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const expected = (5000 * 32) / 62;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: above 140 once in ten million runs.
  expect(chiSquare).toBeLessThan(140);
});

test('a derived token is the same each time and depends on its key and purpose', () => {
  const token = deriveToken('sck', 'key', 'demo|1');
  expect(isTokenShape(token)).toBe(true);
  expect(deriveToken('sck', 'key', 'demo|1')).toBe(token);
  expect(
    new Set([
      token,
      deriveToken('sck', 'key2', 'demo|1'),
      deriveToken('sck', 'key', 'demo|2'),
      deriveToken('sct', 'key', 'demo|1'),
    ]).size,
  ).toBe(4);
});

test('the hash is SHA-256', () => {
  expect(Buffer.from(hashToken('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
