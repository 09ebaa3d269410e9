import { expect, test } from 'vitest';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { dayLabels } from './day-plot.tsx';

const from = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  );
const texts = (days: string[], width: number, today: number | null): string[] =>
  dayLabels(days, width, today, 'Today').map(({ text }) => text);

test('a month has its fives, and today in their place', () => {
  expect(texts(from('2026-11-01', 30), 742, 19)).toEqual([
    formatUtcDay('2026-11-01'),
    '5',
    '10',
    '15',
    'Today',
    '25',
    '30',
  ]);
});

test('a month on a phone has its tens', () => {
  expect(texts(from('2026-11-01', 30), 304, 19)).toEqual([formatUtcDay('2026-11-01'), '10', 'Today', '30']);
});

test('30 days by weeks, with the name of the month where it changes', () => {
  expect(texts(from('2026-10-22', 30), 700, 29)).toEqual([
    formatUtcDay('2026-10-22'),
    '29',
    formatUtcDay('2026-11-05'),
    '12',
    'Today',
  ]);
});

test('90 days by fortnights or months, never more than there is room for', () => {
  expect(texts(from('2026-08-23', 90), 735, 89)).toEqual([
    formatUtcDay('2026-08-23'),
    formatUtcDay('2026-09-06'),
    '20',
    formatUtcDay('2026-10-04'),
    '18',
    formatUtcDay('2026-11-01'),
    'Today',
  ]);
  expect(texts(from('2026-08-23', 90), 300, 89)).toEqual([
    formatUtcDay('2026-08-23'),
    formatUtcDay('2026-09-20'),
    formatUtcDay('2026-10-18'),
    'Today',
  ]);
});

test('a week has every day, and one day itself', () => {
  expect(texts(from('2026-11-28', 6), 700, null)).toEqual([
    formatUtcDay('2026-11-28'),
    '29',
    '30',
    formatUtcDay('2026-12-01'),
    '2',
    '3',
  ]);
  expect(texts(from('2026-11-28', 1), 700, null)).toEqual([formatUtcDay('2026-11-28')]);
  expect(texts(from('2026-11-28', 1), 700, 0)).toEqual(['Today']);
});

test('a leap day is a day as any other', () => {
  expect(texts(from('2028-02-27', 4), 700, null)).toEqual([
    formatUtcDay('2028-02-27'),
    '28',
    '29',
    formatUtcDay('2028-03-01'),
  ]);
});

test('the first of a month that stands alone keeps its name after today', () => {
  expect(texts(from('2026-11-01', 30), 742, 0)).toEqual([
    'Today',
    formatUtcDay('2026-11-05'),
    '10',
    '15',
    '20',
    '25',
    '30',
  ]);
});
