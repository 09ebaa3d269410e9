import { sumUsd } from './usd.ts';

const DAY_MS = 86_400_000;

/** The cost of one UTC day. */
export interface DayCost {
  readonly date: string;
  readonly cost_usd: number;
}

/** The running total of a month, by day. */
export interface MonthCurve {
  /** Every day of the month. */
  readonly days: readonly string[];
  /** USD at the end of each day, today so far; null from tomorrow on, and for days that are not in the trend. */
  readonly actual: readonly (number | null)[];
}

/**
 * The curve of today's month. It ends at `costMonth` exactly: what the days of the trend do not hold was spent before
 * them.
 * @param trend days ascending, the last one today
 * @param costMonth USD of this month so far
 */
export function monthCurve(trend: readonly DayCost[], costMonth: number): MonthCurve {
  const today = trend.at(-1)?.date;
  if (today === undefined) return { days: [], actual: [] };
  const start = `${today.slice(0, 7)}-01`;
  const costs = new Map(trend.filter(({ date }) => date >= start).map(({ date, cost_usd }) => [date, cost_usd]));
  const days = Array.from({ length: daysInMonth(today) }, (_, index) => addDays(start, index));
  const spent: number[] = [Math.max(0, costMonth - sumUsd([...costs.values()]))];
  const actual = days.map((day) => {
    const cost = costs.get(day);
    if (cost === undefined) return null;
    spent.push(cost);
    return day === today ? costMonth : sumUsd(spent);
  });
  return { days, actual };
}

/** The first day on which the running total had reached a limit; null while it has not. */
export function reachedOn({ days, actual }: MonthCurve, limit: number): string | null {
  return days.find((_, index) => (actual[index] ?? 0) > 0 && (actual[index] ?? 0) >= limit) ?? null;
}

/** The days of the month that are still to come after today. */
export function daysLeft(today: string): number {
  return daysInMonth(today) - Number(today.slice(8, 10));
}

/** Fewer complete days say nothing about the days to come. */
const MIN_DAYS = 3;
const MEAN_DAYS = 7;
const BAND_DAYS = 14;

/** USD, as expected and as it may well be. */
export interface Band {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** Where this month's spend goes if the days to come are like the days before. */
export interface Forecast {
  readonly today: string;
  readonly lastDay: string;
  /** USD a day. */
  readonly perDay: Band;
  /** USD by the end of today. */
  readonly endOfToday: Band;
  /** USD by the end of the month. */
  readonly monthEnd: Band;
}

/**
 * `costMonth + max(0, m7 - today) + m7 * days left`, with m7 the mean of the last 7 complete UTC days; the band is the
 * same with the 25th and the 75th percentile of the last 14. Days before the first call are no days of this site. Null
 * while there are fewer than 3 complete days. See docs/figures.md, "Forecast".
 * @param trend days ascending, the last one today
 * @param costMonth USD of this month so far
 */
export function forecastMonth(
  trend: readonly (DayCost & { readonly calls: number })[],
  costMonth: number,
): Forecast | null {
  const last = trend.at(-1);
  const first = trend.findIndex(({ calls }) => calls > 0);
  if (last === undefined || first < 0) return null;
  const complete = trend.slice(first, -1).map(({ cost_usd }) => cost_usd);
  if (complete.length < MIN_DAYS) return null;
  const week = complete.slice(-MEAN_DAYS);
  const fortnight = complete.slice(-BAND_DAYS);
  const middle = sumUsd(week) / week.length;
  // A week unlike the one before can lie outside of both: the band always holds the middle.
  const perDay = {
    middle,
    low: Math.min(middle, percentile(fortnight, 0.25)),
    high: Math.max(middle, percentile(fortnight, 0.75)),
  };
  const endOfToday = mapBand(perDay, (rate) => costMonth + Math.max(0, rate - last.cost_usd));
  const left = daysLeft(last.date);
  return {
    today: last.date,
    lastDay: addDays(last.date, left),
    perDay,
    endOfToday,
    monthEnd: addBands(endOfToday, perDay, left),
  };
}

/** The first day by whose end the forecast reaches a limit, today included; null when not in this month. */
export function crossingDay(forecast: Forecast, limit: number): string | null {
  for (let ahead = 0; ahead <= daysLeft(forecast.today); ahead += 1) {
    if (addBands(forecast.endOfToday, forecast.perDay, ahead).middle >= limit) return addDays(forecast.today, ahead);
  }
  return null;
}

/** The forecast as three curves over the days of the month: from what is spent so far today to the end of the month. */
export function forecastCurves(
  forecast: Forecast,
  { days, actual }: MonthCurve,
): { readonly middle: (number | null)[]; readonly low: (number | null)[]; readonly high: (number | null)[] } {
  const at = days.indexOf(forecast.today);
  const curve = (pick: keyof Band): (number | null)[] =>
    days.map((_, index) => {
      if (index < at) return null;
      if (index === at) return actual[index] ?? null;
      return addBands(forecast.endOfToday, forecast.perDay, index - at)[pick];
    });
  return { middle: curve('middle'), low: curve('low'), high: curve('high') };
}

function mapBand({ middle, low, high }: Band, to: (rate: number) => number): Band {
  return { middle: to(middle), low: to(low), high: to(high) };
}

function addBands(start: Band, perDay: Band, days: number): Band {
  return {
    middle: start.middle + perDay.middle * days,
    low: start.low + perDay.low * days,
    high: start.high + perDay.high * days,
  };
}

/**
 * The value below which a share of the values lies, between two of them by their distance: of 1, 2, 3, 4 the quarter is
 * 1.75. NaN without values.
 * @param share from 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** The length of the month of a date, such as `2026-11-20`. */
function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
