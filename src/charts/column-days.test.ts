import { expect, test } from 'vitest';
import type { ColumnChartProps } from '#src/charts/chart-types.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { columnDays, columnPart, readColumn, seriesAt } from './columns.tsx';
import { sayReading } from './day-reading.ts';

/** Thursday to Sunday. */
const CHART: ColumnChartProps = {
  label: 'Cost',
  days: ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  height: 100,
  format: (value) => `$${value.toFixed(2)}`,
  isLastPartial: true,
  notes: [{ day: '2026-11-20', text: 'Twice the mean.' }],
  series: [
    { key: 'bot', label: 'bot', colour: 1, values: [null, 14.2, 0, 3] },
    { key: 'copilot', label: 'copilot', colour: 2, values: [null, 9.1, 0, null] },
  ],
};

test('a day without any value is a gap, a day of zeros is zero', () => {
  expect(columnDays(CHART).map(({ total }) => total)).toEqual([null, 23.299999999999997, 0, 3]);
});

test('weekends are paler, and today is palest', () => {
  expect(columnDays(CHART).map(({ opacity }) => opacity)).toEqual([1, 1, 0.72, 0.45]);
});

test('nothing known draws nothing, zero draws one line on the ground', () => {
  const [unknown, both, zero, one] = columnDays(CHART);
  if (unknown === undefined || both === undefined || zero === undefined || one === undefined) throw new Error();
  expect([columnPart(unknown, 0), columnPart(unknown, 1)]).toEqual([null, null]);
  expect([columnPart(both, 0), columnPart(both, 1)]).toEqual([14.2, 9.1]);
  expect([columnPart(zero, 0), columnPart(zero, 1)]).toEqual([0, null]);
  expect([columnPart(one, 0), columnPart(one, 1)]).toEqual([3, null]);
});

test('a day is spoken with its sum, its parts and its note', () => {
  const totals = columnDays(CHART).map(({ total }) => total);
  const say = (index: number): string => sayReading(readColumn(CHART, index, totals[index] ?? null));
  expect(say(0)).toBe(`${formatUtcDay('2026-11-19')}: Not known`);
  expect(say(1)).toBe(`${formatUtcDay('2026-11-20')}: $23.30, bot $14.20, copilot $9.10. Twice the mean.`);
  expect(say(3)).toBe(`${formatUtcDay('2026-11-22')}, so far: $3.00, bot $3.00, copilot Not known`);
});

test('a place in a stacked column is that of one series, above it of none', () => {
  const [unknown, both] = columnDays(CHART);
  expect([0, 14.1, 14.3, 23.2, 23.4].map((value) => seriesAt(CHART.series, both, value))).toEqual([
    ...['bot', 'bot', 'copilot', 'copilot'],
    undefined,
  ]);
  expect(seriesAt(CHART.series, unknown, 0)).toBeUndefined();
  expect(seriesAt(CHART.series.slice(0, 1), both, 1)).toBeUndefined();
});
