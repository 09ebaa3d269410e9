import { expect, test } from 'vitest';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { isTokenShape } from '#server/tokens/token-format.ts';
import { derivePortalToken, newNonce, portalUrl } from './portal-secret.ts';

const OLD = 'the key that was used until last week, long enough';
const NEW = 'the key that has been used since, and long enough';
const before = new AppKeys(OLD);
const seed = { id: 7n, nonce: newNonce(), key_id: before.current.id };

test('a token of the previous key can still be derived, but not without that key', () => {
  const token = derivePortalToken(before, 1n, seed);
  expect(isTokenShape(token ?? '')).toBe(true);
  expect(derivePortalToken(new AppKeys(NEW, OLD), 1n, seed)).toBe(token);
  expect(derivePortalToken(new AppKeys(NEW), 1n, seed)).toBeUndefined();
});

test('site, row, nonce and key each change the token', () => {
  const after = new AppKeys(NEW, OLD);
  const tokens = [
    derivePortalToken(after, 1n, seed),
    derivePortalToken(after, 2n, seed),
    derivePortalToken(after, 1n, { ...seed, id: 8n }),
    derivePortalToken(after, 1n, { ...seed, nonce: newNonce() }),
    derivePortalToken(after, 1n, { ...seed, key_id: after.current.id }),
  ];
  expect(new Set(tokens).size).toBe(5);
});

test('ten thousand tokens are distinct, and all characters are equally likely', () => {
  const tokens = Array.from({ length: 10_000 }, (_, n) =>
    derivePortalToken(before, 1n, { ...seed, id: BigInt(n + 1), nonce: newNonce() }),
  );
  expect(new Set(tokens).size).toBe(10_000);
  const counts = new Map<string, number>();
  for (const token of tokens) {
    for (const character of token?.slice(10, 42) ?? '') counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = 320_000 / 62;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: a value above 120 has a probability below 1 in 100,000.
  expect(counts.size).toBe(62);
  expect(chiSquare).toBeLessThan(120);
});

test.each([
  ['https://desk.example', 'https://desk.example/portal#t=spt_x'],
  ['https://desk.example/', 'https://desk.example/portal#t=spt_x'],
])('the link of %s has its secret in the fragment', (publicUrl, url) => {
  expect(portalUrl(publicUrl, 'spt_x')).toBe(url);
});
