import { expect, test } from 'vitest';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { TrendChartProps } from './chart-types.ts';
import { sayReading } from './day-reading.ts';
import { noteMarks, readTrend, trendPoints } from './trend.tsx';

const DAYS = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
const [FIRST = '', SECOND = ''] = DAYS;
const CHART: TrendChartProps = {
  label: 'Mean a day',
  days: [FIRST, SECOND],
  values: [4.5, null],
  counts: [12, 0],
  hollowBelow: 6,
  ticks: [3, 4, 5],
  notes: [{ day: SECOND, text: 'Hours changed' }],
  words: { value: 'Mean', count: 'Answers', none: 'No answers' },
  format: (value) => value.toFixed(1),
  height: 200,
};

test('CS-14: a day without answers is a gap, and is said to be none instead of 0', () => {
  expect(trendPoints(CHART).map(({ value }) => value)).toEqual([4.5, null]);
  expect(sayReading(readTrend(CHART, 1))).toBe(`${formatUtcDay(SECOND)}: No answers. Hours changed`);
});

test('CS-02: a day says its value and how many answers it is made of', () => {
  expect(sayReading(readTrend(CHART, 0))).toBe(`${formatUtcDay(FIRST)}: 4.5, Answers 12`);
});

/** 40 px a day, 5 px a character. */
const SPACE = {
  days: DAYS,
  left: 0,
  right: 560,
  dayX: (index: number) => 20 + index * 40,
  widthOf: (text: string) => [...text].length * 5,
};
const note = (at: number, text: string) => ({ day: DAYS[at] ?? '', text });

test('CS-15: the words of a note stand where they cover no other, else its triangle stands alone', () => {
  expect(noteMarks([note(0, 'hours'), note(1, 'a long reason'), note(4, 'b')], SPACE)).toEqual([
    // There is no room before the first day, and enough behind it.
    { x: 20, label: { text: 'hours', anchor: 'start' } },
    { x: 60, label: { text: 'a long reason', anchor: 'start' } },
    { x: 180, label: { text: 'b', anchor: 'end' } },
  ]);
  expect(noteMarks([note(0, 'many words here'), note(1, 'and more of them')], SPACE)[0]).toEqual({
    x: 20,
    label: null,
  });
});

test('CS-15: more than three notes in a week, or two that cannot be told apart, are one mark', () => {
  const three = [note(2, 'a'), note(3, 'b'), note(5, 'c')];
  expect(noteMarks(three, SPACE)).toHaveLength(3);
  const four = noteMarks([...three, note(8, 'd')], SPACE);
  expect(four.map(({ label }) => label?.text)).toEqual(['4 notes']);
  const near = noteMarks([note(2, 'a'), note(3, 'b')], { ...SPACE, dayX: (index: number) => 20 + index * 4 });
  expect(near.map(({ label }) => label?.text)).toEqual(['2 notes']);
});

test('CS-15: a note outside the days of the chart is not drawn', () => {
  expect(noteMarks([{ day: '2026-10-31', text: 'before' }], SPACE)).toEqual([]);
});
