import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { findTokenFault, tokenChecksum } from './token-format.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const start = `sck_00000C${'0Zz9'.repeat(8)}`;
const token = start + tokenChecksum(start);

test('the checksum is the CRC-32 of zlib, in base62', () => {
  for (const text of ['', 'a', start, 'sct_' + 'q'.repeat(32)]) {
    const value = [...tokenChecksum(text)].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);
    expect(value).toBe(crc32(text));
    expect(tokenChecksum(text)).toHaveLength(6);
  }
});

test('every single wrong character is found', () => {
  expect(findTokenFault(token)).toBeNull();
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(findTokenFault(token.slice(0, at) + other + token.slice(at + 1))).toBe('checksum');
  }
});

test.each(['', 'sck_', token.slice(1), `${token} `, token.replace('sck', 'sk'), token.replace('0', '-')])(
  '%j has not the shape of a token',
  (text) => {
    expect(findTokenFault(text)).toBe('shape');
  },
);
