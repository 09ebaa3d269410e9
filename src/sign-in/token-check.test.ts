import { expect, test } from 'vitest';
import { tokenChecksum } from '#contract/token-format.ts';
import { cleanToken, judgeToken } from './token-check.tsx';

const tokenOf = (prefix: string) => {
  const start = `${prefix}_00000C${'abcdefgh'.repeat(4)}`;
  return start + tokenChecksum(start);
};
const token = tokenOf('sck');

test.each([` ${token}\n`, `${token.slice(0, 20)}\r\n  ${token.slice(20)}`, `\ufeff${token}\u200b`])(
  'white space and invisible characters of a pasted token are dropped: %j',
  (text) => {
    expect(cleanToken(text)).toBe(token);
  },
);

test('a pasted start link gives its token', () => {
  expect(cleanToken(`http://127.0.0.1:8080/sign-in#token=${token}`)).toBe(token);
});

test('a right token has no fault', () => {
  expect(judgeToken(token, true)).toBeNull();
});

test.each([
  ['', { kind: 'empty' }],
  ['hello', { kind: 'shape', length: 5 }],
  [token.slice(0, -1), { kind: 'shape', length: 47 }],
  [`${token}x`, { kind: 'shape', length: 49 }],
  [token.replace('abc', 'acb'), { kind: 'checksum' }],
  [tokenOf('sct'), { kind: 'session' }],
  [tokenOf('spt'), { kind: 'portal' }],
])('%s has a fault', (text, fault) => {
  expect(judgeToken(text, true)).toEqual(fault);
});

test('tokens of another service may look otherwise, ours may not', () => {
  expect(judgeToken('live-0123456789.abcdef', false)).toBeNull();
  expect(judgeToken('live-0123456789.abcdef', true)).toMatchObject({ kind: 'shape' });
  expect(judgeToken(token.replace('abc', 'acb'), false)).toEqual({ kind: 'checksum' });
  expect(judgeToken('too short', false)).toMatchObject({ kind: 'shape' });
});
