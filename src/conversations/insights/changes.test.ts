import { expect, test } from 'vitest';
import {
  type ChangeRow,
  handoverChange,
  isClearChange,
  questionChange,
  reasonOfChange,
  sortByChange,
} from './changes.ts';

function row(label: string, count: number, previous: number): ChangeRow {
  return { label, count, previous, sessions: count };
}

test('CP-07: rising rows come first, then falling ones, then the unchanged ones, each by the size of the change', () => {
  const rows = [row('same', 9, 9), row('down 2', 1, 3), row('up 1', 4, 3), row('down 5', 0, 5), row('up 8', 8, 0)];
  expect(sortByChange(rows).map(({ label }) => label)).toEqual(['up 8', 'up 1', 'down 5', 'down 2', 'same']);
});

test('CP-07: a change is clear beyond three standard errors of both counts', () => {
  // 9² = 9 · 9 is the bound itself.
  expect(isClearChange(row('', 9, 0))).toBe(false);
  expect(isClearChange(row('', 10, 0))).toBe(true);
  expect(isClearChange(row('', 60, 40))).toBe(false);
  expect(isClearChange(row('', 80, 40))).toBe(true);
  expect(isClearChange({ ...row('', 500, 0), previous: null })).toBe(false);
});

test('CP-07: the sentence names a new question before one that rises more, and none from too few questions', () => {
  const rows = [row('where is my order', 400, 200), row('what is E21', 20, 0), row('refunds', 5, 90)];
  expect(questionChange({ rows, total: 425, previousTotal: 290 })).toMatchObject({ label: 'what is E21' });
  expect(questionChange({ rows: rows.slice(0, 1), total: 400, previousTotal: 200 })).toMatchObject({ count: 400 });
  expect(questionChange({ rows: rows.slice(2), total: 30, previousTotal: 90 })).toMatchObject({ label: 'refunds' });
  expect(questionChange({ rows: [row('a', 40, 42)], total: 40, previousTotal: 42 })).toBeNull();
  expect(questionChange({ rows, total: 425, previousTotal: 29 })).toBe('few');
});

test('CP-07: handovers are compared as shares, with 30 conversations in both windows at least', () => {
  const of = (handed_over: number, sessions: number) => ({ handed_over, sessions });
  expect(handoverChange(of(48, 210), of(24, 200))).toBe('rising');
  expect(handoverChange(of(24, 200), of(48, 210))).toBe('falling');
  // Twice as many of twice as many conversations.
  expect(handoverChange(of(48, 400), of(24, 200))).toBe('same');
  expect(handoverChange(of(29, 29), of(0, 200))).toBe('few');
  expect(handoverChange(of(0, 40), of(0, 40))).toBe('same');
});

test('CP-07: the reason behind a rise is the one that rose most', () => {
  const rows = [row('asks for a person', 60, 58), row('safety', 39, 20), row('refund', 5, 60)];
  expect(reasonOfChange(rows, 'rising')?.label).toBe('safety');
  expect(reasonOfChange(rows, 'falling')?.label).toBe('refund');
  expect(reasonOfChange(rows.slice(2), 'rising')).toBeNull();
});
