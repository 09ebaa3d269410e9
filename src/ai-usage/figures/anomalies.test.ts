import { expect, test } from 'vitest';
import { addDays } from '#src/format/days.ts';
import { unusualDays } from './anomalies.ts';

/** Tuesdays up to 17 November 2026, with quiet days of $1 between them. */
function history(...tuesdays: readonly number[]) {
  return tuesdays.flatMap((cost_usd, week) => {
    const date = addDays('2026-11-17', -7 * (tuesdays.length - 1 - week));
    const quiet = Array.from({ length: 6 }, (_, index) => ({ date: addDays(date, index + 1), cost_usd: 1 }));
    return [{ date, cost_usd }, ...quiet];
  });
}
const TODAY = '2026-11-23';

test('AI-11: more than twice the median of the weekday, and what it is compared with', () => {
  expect(unusualDays(history(10, 12, 13.1, 90, 31.8), TODAY)).toEqual([
    // Against 10, 12 and 13.1.
    { date: '2026-11-10', costUsd: 90, usualUsd: 12, weeks: 3 },
    // Against 10, 12, 13.1 and 90: one unusual Tuesday hides no other.
    { date: '2026-11-17', costUsd: 31.8, usualUsd: 12.55, weeks: 4 },
  ]);
  expect(unusualDays(history(10, 10, 10, 20), TODAY)).toEqual([]);
});

test('AI-11: too few weeks, too little money and today are not judged', () => {
  expect(unusualDays(history(10, 10, 90), TODAY)).toEqual([]);
  // Nine times the usual, and 80 cents.
  expect(unusualDays(history(0.1, 0.1, 0.1, 0.9), TODAY)).toEqual([]);
  expect(unusualDays(history(10, 10, 10, 90), '2026-11-17')).toEqual([]);
  expect(unusualDays(history(0, 0, 0, 5), TODAY)).toEqual([{ date: '2026-11-17', costUsd: 5, usualUsd: 0, weeks: 3 }]);
});

test('AI-11: only the eight weeks before count', () => {
  // The first three Tuesdays are out of reach of the last one.
  const found = unusualDays(history(100, 100, 100, 10, 10, 10, 10, 10, 10, 10, 10, 30), TODAY);
  expect(found.map(({ date, usualUsd, weeks }) => [date, usualUsd, weeks])).toEqual([['2026-11-17', 10, 8]]);
});
