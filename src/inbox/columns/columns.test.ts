import { beforeEach, expect, test } from 'vitest';
import { leastWidthOf, readColumns, templateOf, writeColumns } from './columns.ts';

const USUAL = ['status', 'number', 'subject', 'requester', 'channel', 'tags', 'priority', 'reply', 'created'];

beforeEach(() => writeColumns([]));

test('the usual columns, until others are chosen', () => {
  expect(readColumns()).toEqual(USUAL);
  writeColumns(['status', 'subject:320', 'email']);
  expect(readColumns()).toEqual(['status', 'subject:320', 'email']);
  writeColumns([]);
  expect(readColumns()).toEqual(USUAL);
});

test('what a view of another program holds does no harm', () => {
  writeColumns(['email:90000', 'colour', 'email', 'number:1e3', 'created:5:5', 'tags:-20']);
  expect(readColumns()).toEqual(['status', 'email', 'number', 'tags', 'subject']);
  writeColumns(['__proto__', 'constructor']);
  expect(readColumns()).toEqual(USUAL);
});

test('status stands first and the subject is always there', () => {
  writeColumns(['created', 'status', 'number']);
  expect(readColumns()).toEqual(['status', 'created', 'number', 'subject']);
});

test('widths that somebody chose take the place of the usual ones', () => {
  const columns = [
    { key: 'number', width: null },
    { key: 'subject', width: 320 },
    { key: 'requester', width: null },
  ] as const;
  expect(templateOf(columns)).toBe('72px 320px minmax(96px,200px)');
  expect(leastWidthOf(columns)).toBe(72 + 320 + 96 + 2 * 12 + 32);
});
