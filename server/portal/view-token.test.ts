import { expect, test } from 'vitest';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { newNonce } from './portal-secret.ts';
import { makeViewToken, readViewToken } from './view-token.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
const keys = new AppKeys('a key of the tests, of more than 32 characters');
const view = { siteId: 3n, tokenId: 7n, expires: new Date('2026-11-20T15:00:00Z') };

test('a view is only valid with the nonce of its row; the key alone cannot forge one', () => {
  const nonce = newNonce();
  const read = readViewToken(keys, makeViewToken(keys, view, nonce), NOW);
  expect(read).toMatchObject(view);
  expect(read?.isSignedWith(nonce)).toBe(true);
  for (const other of ['', newNonce(), nonce.slice(1)]) expect(read?.isSignedWith(other)).toBe(false);
});

test('a view signed with an unknown key is valid for no nonce, one with the previous key is', () => {
  const nonce = newNonce();
  const token = makeViewToken(keys, view, nonce);
  const other = 'another key of the tests, of more than 32 characters';
  expect(readViewToken(new AppKeys(other), token, NOW)?.isSignedWith(nonce)).toBe(false);
  const after = new AppKeys(other, 'a key of the tests, of more than 32 characters');
  expect(readViewToken(after, token, NOW)?.isSignedWith(nonce)).toBe(true);
});

test('a view expires exactly at its time', () => {
  const token = makeViewToken(keys, view, 'n');
  expect(readViewToken(keys, token, new Date(view.expires.getTime() - 1))).toBeDefined();
  expect(readViewToken(keys, token, view.expires)).toBeUndefined();
});

test.each(['0', '01', '9223372036854775808', '9999999999999999999'])('the id %s makes a view token malformed', (id) => {
  const [, , ...rest] = makeViewToken(keys, view, 'n').split('.');
  expect(readViewToken(keys, [`spv_${id}`, '7', ...rest].join('.'), NOW)).toBeUndefined();
  expect(readViewToken(keys, ['spv_3', id, ...rest].join('.'), NOW)).toBeUndefined();
});
