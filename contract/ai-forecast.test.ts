import { expect, test } from 'vitest';
import { addDays } from '#src/format/days.ts';
import {
  crossingDay,
  daysLeft,
  forecastCurves,
  forecastMonth,
  monthCurve,
  percentile,
  reachedOn,
  verdictOf,
} from './ai-forecast.ts';

const day = (date: string, cost_usd: number) => ({ date, cost_usd });

test('the running total of the month, today so far, and nothing after it', () => {
  const trend = [day('2026-10-31', 50), day('2026-11-01', 0.1), day('2026-11-02', 0), day('2026-11-03', 0.2)];
  const { days, actual } = monthCurve(trend, 0.3);
  expect(days).toHaveLength(30);
  expect(days[0]).toBe('2026-11-01');
  expect(days.at(-1)).toBe('2026-11-30');
  expect(actual.slice(0, 4)).toEqual([0.1, 0.1, 0.3, null]);
});

test('days that the trend does not have are unknown, and what they cost is in the curve', () => {
  const { actual } = monthCurve([day('2026-11-03', 4), day('2026-11-04', 6)], 25);
  expect(actual.slice(0, 5)).toEqual([null, null, 19, 25, null]);
});

test('a limit is reached on the first day whose total is not below it', () => {
  const curve = monthCurve([day('2026-11-01', 4), day('2026-11-02', 6), day('2026-11-03', 1)], 11);
  expect(reachedOn(curve, 10)).toBe('2026-11-02');
  expect(reachedOn(curve, 11.01)).toBeNull();
  // A budget of nothing is passed by the first cent.
  expect(reachedOn(monthCurve([day('2026-11-01', 0), day('2026-11-02', 1)], 1), 0)).toBe('2026-11-02');
});

test('the days after today, in months of every length', () => {
  expect(daysLeft('2026-11-01')).toBe(29);
  expect(daysLeft('2026-12-01')).toBe(30);
  expect(daysLeft('2026-02-01')).toBe(27);
  expect(daysLeft('2028-02-28')).toBe(1);
  expect(daysLeft('2028-02-29')).toBe(0);
  expect(daysLeft('2026-12-31')).toBe(0);
});

/** Days that end with `today`, one for each cost; a day without cost had no calls. */
function trend(today: string, ...costs: readonly number[]) {
  return costs.map((cost_usd, index) => ({
    date: addDays(today, index + 1 - costs.length),
    cost_usd,
    calls: cost_usd === 0 ? 0 : 10,
  }));
}
const times = (n: number, cost: number) => Array.from({ length: n }, () => cost);
/** From a Monday on: five working days and a weekend, so many times. */
const weeks = (n: number, working: number, weekend: number) =>
  Array.from({ length: n }, () => [...times(5, working), ...times(2, weekend)]).flat();

function forecastOf(...[days, costMonth]: Parameters<typeof forecastMonth>) {
  const forecast = forecastMonth(days, costMonth);
  if (forecast === null) throw new Error('there is a forecast');
  return forecast;
}

test('AI-24: spent, the rest of today, and each day left as the days of its kind', () => {
  // Four weeks up to Sunday the 15th: working days of $20, weekends of $6. Monday the 16th has cost $5 so far.
  const forecast = forecastOf(trend('2026-11-16', ...weeks(4, 20, 6), 5), 205);
  // 205, 15 of today, ten working days (17 to 20, 23 to 27, 30) and four days of weekends.
  expect(forecast.monthEnd).toEqual({ middle: 444, low: 444, high: 444 });
  expect(forecast.byDay.map(({ middle }) => middle).slice(0, 6)).toEqual([220, 240, 260, 280, 300, 306]);
  expect(forecast.lastDay).toBe('2026-11-30');
});

test('AI-24: one incident does not carry the forecast away, two of them do', () => {
  // Working days of 18, 20 and 22 in turn: median 20, median deviation 2, so that 26 is the most that a single one counts.
  const working = (at: number) => [18, 20, 22][at % 3] ?? 0;
  const days = (...dear: readonly number[]) =>
    trend(
      '2026-11-16',
      ...weeks(4, 20, 6).map((cost, at) => (cost === 6 ? 6 : dear.includes(at) ? 500 : working(at))),
      20,
    );
  const quiet = forecastOf(days(), 400).monthEnd.middle;
  const one = forecastOf(days(8), 400).monthEnd.middle;
  // One of the 20 counts 26 and not 500: at most 8 more, on ten working days and the rest of today.
  expect(one - quiet).toBeLessThanOrEqual((11 * 8) / 20);
  expect(forecastOf(days(8, 15), 400).monthEnd.middle - quiet).toBeGreaterThan((10 * 2 * 470) / 20);
});

test('AI-24: the range is that of the sum of the days left, and narrows as the month ends', () => {
  const uneven = weeks(4, 0, 6).map((cost, at) => (cost === 6 ? 6 : at % 2 === 0 ? 10 : 30));
  const width = (today: string) => {
    const { low, middle, high } = forecastOf(trend(today, ...uneven, 0), 100).monthEnd;
    expect(low).toBeLessThanOrEqual(middle);
    expect(high).toBeGreaterThanOrEqual(middle);
    return high - low;
  };
  expect(width('2026-11-02')).toBeGreaterThan(width('2026-11-16'));
  expect(width('2026-11-16')).toBeGreaterThan(width('2026-11-30'));
  // Twenty-one working days of 10 or 30: their sum has a deviation of about 46, and four fifths lie within 1.28 of it.
  expect(width('2026-11-02')).toBeGreaterThan(1.9 * 46);
  expect(width('2026-11-02')).toBeLessThan(3.2 * 46);
  // The same every time.
  expect(forecastMonth(trend('2026-11-16', ...uneven, 3), 100)).toEqual(
    forecastMonth(trend('2026-11-16', ...uneven, 3), 100),
  );
});

test('a day that already cost more than its kind takes nothing away', () => {
  const forecast = forecastOf(trend('2026-11-29', ...times(14, 10), 25), 400);
  expect(forecast.byDay[0]).toEqual({ middle: 400, low: 400, high: 400 });
  expect(forecast.monthEnd.middle).toBe(410);
});

test('AI-24: fewer than seven complete days since the first call are too few', () => {
  expect(forecastMonth(trend('2026-11-20', ...times(12, 0), ...times(6, 5), 1), 11)).toBeNull();
  expect(forecastMonth(trend('2026-11-20', ...times(15, 0)), 0)).toBeNull();
  expect(forecastMonth([], 0)).toBeNull();
  // From Friday the 13th on: working days of 5, 7, 7, 7, 4, of which one has no calls, and a weekend of 1.
  const days = trend('2026-11-20', ...times(8, 0), 5, 1, 1, 7, 0, 7, 4, 4);
  // Today 4 of a mean of what is beyond it: (1 + 3 + 0 + 3 + 0) / 5 = 1.4; six working days of 4.6, four of weekends.
  expect(forecastOf(days, 29).monthEnd.middle).toBeCloseTo(29 + 1.4 + 6 * 4.6 + 4, 9);
});

test('AI-09: the first and the last day of a month, in months of every length', () => {
  const by = (today: string, costMonth: number) =>
    forecastOf(trend(today, ...times(14, 10), 4), costMonth).monthEnd.middle;
  // 4 so far, 6 more today, 10 for each of the days that are left.
  expect(by('2026-11-01', 4)).toBe(300);
  expect(by('2026-12-01', 4)).toBe(310);
  expect(by('2027-02-01', 4)).toBe(280);
  expect(by('2028-02-01', 4)).toBe(290);
  expect(by('2028-02-29', 284)).toBe(290);
  expect(by('2027-02-28', 274)).toBe(280);
  expect(by('2026-12-31', 304)).toBe(310);
});

test('AI-09: the budget is crossed on the first day by whose end the forecast has reached it', () => {
  const forecast = forecastOf(trend('2026-11-20', ...times(14, 10), 4), 194);
  // 200 by the end of today, 210 on the 21st, 300 on the 30th.
  expect(crossingDay(forecast, 200)).toBe('2026-11-20');
  expect(crossingDay(forecast, 200.01)).toBe('2026-11-21');
  expect(crossingDay(forecast, 255)).toBe('2026-11-26');
  expect(crossingDay(forecast, 300)).toBe('2026-11-30');
  expect(crossingDay(forecast, 300.01)).toBeNull();
});

test('AI-24: a range over a budget, under it, and about even with it', () => {
  const at = (budget: number) => verdictOf({ low: 165, middle: 190, high: 217 }, budget);
  expect([at(165), at(170), at(181), at(204), at(210), at(217), at(217.01)]).toEqual([
    'over',
    'likelyOver',
    'even',
    'even',
    'likelyUnder',
    'likelyUnder',
    'under',
  ]);
  expect(verdictOf({ low: 10, middle: 10, high: 10 }, 10)).toBe('over');
});

test('the curves begin at what is spent and end at the figures', () => {
  const days = trend('2026-11-28', ...times(14, 10), 4);
  const curve = monthCurve(days, 274);
  const { middle, low, high } = forecastCurves(forecastOf(days, 274), curve);
  expect(middle.slice(26)).toEqual([null, 274, 290, 300]);
  expect([low.at(-1), high.at(-1)]).toEqual([300, 300]);
});

test('a percentile between two values is taken by its distance', () => {
  expect(percentile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(percentile([4, 1, 3, 2], 0.75)).toBe(3.25);
  expect(percentile([5, 1, 9], 0.5)).toBe(5);
  expect(percentile([7], 0.25)).toBe(7);
});
