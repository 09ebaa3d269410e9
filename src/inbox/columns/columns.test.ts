import { beforeEach, expect, test } from 'vitest';
import { leastWidthOf, readColumns, templateOf, writeColumns } from './columns.ts';

const USUAL = ['status', 'number', 'subject', 'requester', 'channel', 'tags', 'priority', 'reply', 'created'];

beforeEach(() => writeColumns([]));

test('the usual columns, until others are chosen', () => {
  expect(readColumns()).toEqual(USUAL);
  writeColumns(['status', 'subject', 'email']);
  expect(readColumns()).toEqual(['status', 'subject', 'email']);
  writeColumns([]);
  expect(readColumns()).toEqual(USUAL);
});

test('unknown columns of a view are ignored', () => {
  writeColumns(['email', 'colour', 'email', 'number', 'tags:-20', 'tags']);
  expect(readColumns()).toEqual(['status', 'email', 'number', 'tags', 'subject']);
  writeColumns(['__proto__', 'constructor']);
  expect(readColumns()).toEqual(USUAL);
});

test('the status is first, and the subject is always shown', () => {
  writeColumns(['created', 'status', 'number']);
  expect(readColumns()).toEqual(['status', 'created', 'number', 'subject']);
});

test('a row has a track for each column, and a least width', () => {
  const columns = ['number', 'subject', 'requester'] as const;
  expect(templateOf(columns)).toBe('72px minmax(200px,1fr) minmax(96px,200px)');
  expect(leastWidthOf(columns)).toBe(72 + 200 + 96 + 2 * 12 + 32);
});
