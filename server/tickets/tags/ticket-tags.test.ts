import { expect, test } from 'vitest';
import { ApiError } from '#server/operation/api-error.ts';
import { cleanTags, parseTags, tagKey } from './ticket-tags.ts';

test('trims tags, drops empty ones, and removes duplicates ignoring case', () => {
  expect(parseTags(' Refund, vip ,,VIP, refund ,Größe,GRÖSSE')).toEqual(['Refund', 'vip', 'Größe', 'GRÖSSE']);
  expect(parseTags(null)).toEqual([]);
  expect(parseTags(' , ')).toEqual([]);
  expect(tagKey('ÄRGER')).toBe(tagKey('ärger'));
});

test('at most 20 tags of at most 60 characters', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `t${index}`);
  expect(parseTags(twenty.join(','))).toHaveLength(20);
  expect(() => parseTags([...twenty, 'one more'].join(','))).toThrow(ApiError);
  expect(parseTags([...twenty, 'T0'].join(','))).toHaveLength(20);
  expect(parseTags('🚲'.repeat(60))).toHaveLength(1);
  expect(() => parseTags('🚲'.repeat(61))).toThrow(/60/);
});

test('refuses a comma inside a tag of a list', () => {
  expect(() => cleanTags(['a,b'])).toThrow(/comma/);
});
