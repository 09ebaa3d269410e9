import { expect, test } from 'vitest';
import type { CsatDay } from '#contract/csat-reports.ts';
import { addDays } from '#src/format/days.ts';
import { stepOf, trendSteps } from './trend-panel.tsx';

const day = (date: string, responses: number, value: number | null): CsatDay => ({
  date,
  responses,
  value,
});
/** Days from a first one on. */
const daysFrom = (first: string, count: number, of: (index: number) => readonly [number, number | null]) =>
  Array.from({ length: count }, (_, index) => day(addDays(first, index), ...of(index)));

test('CS-02: up to 120 days are drawn as they are, with their gaps', () => {
  const days = daysFrom('2026-07-29', 120, (index) => (index === 3 ? [0, null] : [2, 4]));
  const steps = trendSteps(days, '2026-11-26');
  expect(steps).toHaveLength(120);
  expect(steps[3]).toMatchObject({ date: '2026-08-01', to: '2026-08-02', value: null });
});

test('CS-02: a year is drawn by weeks from Monday, each the mean of its answers and not of its days', () => {
  // Wednesday 26 Nov 2025 to Wednesday 25 Nov 2026.
  const days = daysFrom('2025-11-26', 365, (index) => (index === 0 ? [9, 5] : index === 1 ? [1, 0] : [0, null]));
  const steps = trendSteps(days, '2026-11-26');
  expect(steps).toHaveLength(53);
  expect(steps[0]).toEqual({ date: '2025-11-26', to: '2025-12-01', responses: 10, value: 4.5 });
  expect(steps[1]).toMatchObject({ date: '2025-12-01', to: '2025-12-08', responses: 0, value: null });
  expect(steps.at(-1)).toMatchObject({ date: '2026-11-23', to: '2026-11-26' });
});

test('CS-15: a note belongs to the day or the week that contains its day, and to none outside', () => {
  const steps = trendSteps(
    daysFrom('2025-11-26', 365, () => [1, 4]),
    '2026-11-26',
  );
  expect(stepOf(steps, '2025-11-30')).toBe('2025-11-26');
  expect(stepOf(steps, '2025-12-07')).toBe('2025-12-01');
  expect([stepOf(steps, '2026-11-26'), stepOf(steps, '2025-11-25')]).toEqual([null, null]);
});
