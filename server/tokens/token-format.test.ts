import { expect, test } from 'vitest';
import { deriveToken, hashToken, isTokenShape, newToken, siteOfToken, tokenPrefix } from './token-format.ts';

test.each(['sck', 'sct'] as const)('a new %s token has 48 characters, its site and its own checksum', (prefix) => {
  for (let count = 0; count < 200; count += 1) {
    const token = newToken(prefix, 7n);
    expect(token).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{44}$`));
    expect(isTokenShape(token)).toBe(true);
    expect(token.slice(4, 10)).toBe('000007');
    expect(tokenPrefix(token)).toBe(token.slice(0, 14));
  }
});

test('every character counts', () => {
  const token = newToken('sck', 7n);
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
  `sck_${'0'.repeat(44)}`,
  `${newToken('sck', 7n)} `,
  `${newToken('sck', 7n)}\n`,
  newToken('sck', 7n).toLowerCase(),
])('%j is no token', (text) => {
  expect(isTokenShape(text)).toBe(false);
});

test('tokens do not repeat and use all 62 characters evenly', () => {
  const tokens = Array.from({ length: 5000 }, () => newToken('sck', 7n));
  expect(new Set(tokens).size).toBe(5000);
  const counts = new Map<string, number>();
  for (const token of tokens)
    for (const character of token.slice(10, 42)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const expected = (5000 * 32) / 62;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: above 140 once in ten million runs.
  expect(chiSquare).toBeLessThan(140);
});

test('a derived token is the same each time and depends on its key and purpose', () => {
  const token = deriveToken('sck', 7n, 'key', 'demo|1');
  expect(isTokenShape(token)).toBe(true);
  expect(deriveToken('sck', 7n, 'key', 'demo|1')).toBe(token);
  expect(
    new Set([
      token,
      deriveToken('sck', 8n, 'key', 'demo|1'),
      deriveToken('sck', 7n, 'key2', 'demo|1'),
      deriveToken('sck', 7n, 'key', 'demo|2'),
      deriveToken('sct', 7n, 'key', 'demo|1'),
    ]).size,
  ).toBe(5);
});

test.each([0n, 1n, 61n, 62n, 3_843n, 62n ** 6n - 1n])('a token says that it is of site %d', (siteId) => {
  for (const token of [newToken('sct', siteId), deriveToken('spt', siteId, 'key', 'portal')]) {
    expect(siteOfToken(token)).toBe(siteId);
  }
});

test('a site beyond six digits gets no token', () => {
  expect(() => newToken('sck', 62n ** 6n)).toThrow(RangeError);
});

test('the hash is SHA-256', () => {
  expect(Buffer.from(hashToken('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
