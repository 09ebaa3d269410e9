import { expect, test } from 'vitest';
import type { TagRecord } from '#contract/tags.ts';
import { findLookAlikes, findTaken } from './tag-names.ts';

const tagOf = (name: string, ticket_count = 0): TagRecord => ({
  id:
    BigInt([...name].reduce((sum, character) => sum * 131 + (character.codePointAt(0) ?? 0), ticket_count) % 1e9) + 1n,
  name,
  color: null,
  ticket_count,
  created_utc: '2026-11-20T14:30:00.000Z',
});

const pairs = (...tags: readonly TagRecord[]) =>
  findLookAlikes(tags).map(({ from, into, kind }) => `${from.name}>${into.name} ${kind}`);

test('one letter more, less or other, and the rarer one is merged', () => {
  expect(pairs(tagOf('warranty', 188), tagOf('waranty', 6))).toEqual(['waranty>warranty letter']);
  expect(pairs(tagOf('baterry', 9), tagOf('battery', 1))).toEqual([]);
  expect(pairs(tagOf('colour', 2), tagOf('color', 5))).toEqual(['colour>color letter']);
  expect(pairs(tagOf('refund', 2), tagOf('refuns', 1), tagOf('shipping', 4))).toEqual(['refuns>refund letter']);
});

test('spaces and dashes make another spelling, whatever the length', () => {
  expect(pairs(tagOf('how-to', 3), tagOf('how to', 1), tagOf('HowTo', 2))).toEqual([
    'how to>how-to spelling',
    'how to>HowTo spelling',
    'HowTo>how-to spelling',
  ]);
});

test('short words and numbers are left alone', () => {
  expect(pairs(tagOf('b2b'), tagOf('b2c'), tagOf('vip'), tagOf('vi'))).toEqual([]);
  expect(pairs(tagOf('year 2025'), tagOf('year 2026'), tagOf('version 1'), tagOf('version 12'))).toEqual([]);
});

test('a name is taken in any case and with blanks around it, but not by the tag itself', () => {
  const refund = tagOf('Refund', 3);
  const tags = [refund, tagOf('app')];
  expect(findTaken(' REFUND ', tags)).toBe(refund);
  expect(findTaken('REFUND', tags, refund)).toBeUndefined();
  expect(findTaken('refunds', tags)).toBeUndefined();
});
