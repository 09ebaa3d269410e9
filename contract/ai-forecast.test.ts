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

test('AI-09: spent, the rest of today, and the mean of seven days for each day that is left', () => {
  // 14 complete days: seven of $10, then 20, 20, 20, 20, 20, 20, 34: m7 is 154 / 7 = 22. Today $2 so far, month $300.
  const days = trend('2026-11-20', ...times(7, 10), ...times(6, 20), 34, 2);
  const forecast = forecastMonth(days, 300);
  // 300 + (22 - 2) + 22 * 10.
  expect(forecast?.monthEnd.middle).toBe(540);
  // Sorted: seven 10, six 20, one 34. The 25th percentile is 10, the 75th stands at 9.75: 20.
  // 22 is above both, and the range reaches to it.
  expect(forecast?.perDay).toEqual({ middle: 22, low: 10, high: 22 });
  // 300 + (10 - 2) + 10 * 10.
  expect(forecast?.monthEnd.low).toBe(408);
  expect(forecast?.lastDay).toBe('2026-11-30');
});

test('a day that already cost more than the mean takes nothing away', () => {
  const forecast = forecastMonth(trend('2026-11-29', ...times(14, 10), 25), 400);
  expect(forecast?.endOfToday).toEqual({ middle: 400, low: 400, high: 400 });
  expect(forecast?.monthEnd.middle).toBe(410);
});

test('AI-09: the range is that of the quarters of the last fourteen days', () => {
  // Fourteen days of 1 to 14 dollars: the last seven have a mean of 11, the quarters stand at 4.25 and 10.75.
  const costs = Array.from({ length: 14 }, (_, index) => index + 1);
  expect(forecastMonth(trend('2026-11-28', ...costs, 0), 100)?.perDay).toEqual({ middle: 11, low: 4.25, high: 11 });
  // The other way round the last seven are 7 to 1, with a mean of 4.
  const forecast = forecastMonth(trend('2026-11-28', ...costs.toReversed(), 0), 100);
  expect(forecast?.perDay).toEqual({ middle: 4, low: 4, high: 10.75 });
  // 100 + 10.75 for today + 10.75 for the 29th and the 30th.
  expect(forecast?.monthEnd.high).toBe(132.25);
});

test('AI-09: fewer than three complete days since the first call are too few', () => {
  expect(forecastMonth(trend('2026-11-20', ...times(12, 0), 5, 5, 1), 11)).toBeNull();
  expect(forecastMonth(trend('2026-11-20', ...times(15, 0)), 0)).toBeNull();
  expect(forecastMonth([], 0)).toBeNull();
  // Three of 5, 0 and 7: the mean is 4. The days before the first call are no days of the site.
  const forecast = forecastMonth(trend('2026-11-20', ...times(11, 0), 5, 0, 7, 4), 16);
  expect(forecast?.monthEnd.middle).toBe(56);
});

test('AI-09: the first and the last day of a month, in months of every length', () => {
  const by = (today: string, costMonth: number) =>
    forecastMonth(trend(today, ...times(14, 10), 4), costMonth)?.monthEnd.middle;
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
  const forecast = forecastMonth(trend('2026-11-20', ...times(14, 10), 4), 194);
  if (forecast === null) throw new Error('there is a forecast');
  // 200 by the end of today, 210 on the 21st, 300 on the 30th.
  expect(crossingDay(forecast, 200)).toBe('2026-11-20');
  expect(crossingDay(forecast, 200.01)).toBe('2026-11-21');
  expect(crossingDay(forecast, 255)).toBe('2026-11-26');
  expect(crossingDay(forecast, 300)).toBe('2026-11-30');
  expect(crossingDay(forecast, 300.01)).toBeNull();
});

test('the curves begin at what is spent and end at the figures', () => {
  const days = trend('2026-11-28', ...times(14, 10), 4);
  const curve = monthCurve(days, 274);
  const forecast = forecastMonth(days, 274);
  if (forecast === null) throw new Error('there is a forecast');
  const { middle, low, high } = forecastCurves(forecast, curve);
  expect(middle.slice(26)).toEqual([null, 274, 290, 300]);
  expect([low.at(-1), high.at(-1)]).toEqual([300, 300]);
});

test('a percentile between two values is taken by its distance', () => {
  expect(percentile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(percentile([4, 1, 3, 2], 0.75)).toBe(3.25);
  expect(percentile([5, 1, 9], 0.5)).toBe(5);
  expect(percentile([7], 0.25)).toBe(7);
});
