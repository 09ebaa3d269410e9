import { expect, test } from 'vitest';
import { toPico } from '#contract/usd.ts';
import { costPer, csatDays, resolvedFilter, sumScores } from './value-figures.ts';

test('AI-18: cost for each of them, and nothing where it would be a guess', () => {
  // Picture: 652.98 USD for 1,006 resolved tickets
  expect(costPer(toPico(652.98), 1006)).toBeCloseTo(0.6491, 4);
  expect(costPer(0n, 4)).toBe(0);
  expect(costPer(toPico(1), 0)).toBeNull();
});

test('AI-18: scores of the days of the window alone, as whole points', () => {
  const days = [
    { date: '2026-10-31', responses: 9, average: 5 },
    { date: '2026-11-01', responses: 3, average: 13 / 3 },
    { date: '2026-11-02', responses: 0, average: null },
    { date: '2026-11-03', responses: 2, average: 0 },
    { date: '2026-11-04', responses: 1, average: 5 },
  ];
  // 5 + 4 + 4, then two answers of 0
  expect(sumScores(days, { from: '2026-11-01', to: '2026-11-04' })).toEqual({ responses: 5, points: 13 });
});

test('the window of GET csat ends today, so that it must go back to the first day', () => {
  expect(csatDays({ from: '2026-11-20' }, '2026-11-20')).toBe(1);
  expect(csatDays({ from: '2026-10-22' }, '2026-11-20')).toBe(30);
  expect(csatDays({ from: '2025-11-21' }, '2026-11-20')).toBe(365);
  expect(csatDays({ from: '2025-11-20' }, '2026-11-20')).toBeNull();
  // Ahead: nothing yet, of the least that can be asked.
  expect(csatDays({ from: '2026-11-22' }, '2026-11-20')).toBe(1);
});

test('resolved tickets are those of whole UTC days', () => {
  expect(JSON.parse(resolvedFilter({ from: '2028-02-29', to: '2028-03-01' }))).toEqual({
    all: [{ field: 'resolved_utc', op: 'between', value: ['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'] }],
  });
});
