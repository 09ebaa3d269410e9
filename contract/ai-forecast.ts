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

/** Days of the trend behind the forecast: as many as GET `ai_usage` gives. */
export const FORECAST_DAYS = 90;
/** With fewer complete days there is no forecast. */
export const MIN_FORECAST_DAYS = 7;
const HISTORY_DAYS = 28;
/** A single day more than this many median deviations above the median is an incident; two such days are not. */
const INCIDENT_DEVIATIONS = 3;
const DRAWS = 400;
const SEED = 20_261;
const LOW = 0.1;
const HIGH = 0.9;

/** Expected USD with its 80 % range. */
export interface Band {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** The spend of this month if the days ahead are like the days before. */
export interface Forecast {
  readonly today: string;
  readonly lastDay: string;
  /** USD by the end of today, and of each day after it up to the last of the month. */
  readonly byDay: readonly Band[];
  /** USD by the end of the month. */
  readonly monthEnd: Band;
}

type Trend = readonly (DayCost & { readonly calls: number })[];

/**
 * Adds to the cost of the month so far the rest of today and each remaining day, at the cost of its kind (working day or
 * weekend) in the last 28 complete days. Days before the first call do not count. Null with fewer than 7 complete days.
 * See docs/figures.md, "Forecast".
 * @param trend days ascending without gaps, the last one today
 * @param costMonth USD of this month so far
 */
export function forecastMonth(trend: Trend, costMonth: number): Forecast | null {
  const today = trend.at(-1);
  const kinds = kindsOf(completeDays(trend));
  if (today === undefined || kinds === null) return null;
  const lastDay = addDays(today.date, daysLeft(today.date));
  const add = drawer();
  let middle = costMonth;
  const byDay = datesFrom(today.date, lastDay).map((date): Band => {
    const costs = kinds[kindOf(date)];
    const spent = date === today.date ? today.cost_usd : 0;
    middle = sumUsd([middle, meanBeyond(costs, spent)]);
    const { low, high } = rangeOf(add(costs, spent));
    // The mean of very different days can be outside the percentiles: the range always includes it.
    return {
      middle,
      low: Math.min(middle, sumUsd([costMonth, low])),
      high: Math.max(middle, sumUsd([costMonth, high])),
    };
  });
  const monthEnd = byDay.at(-1) ?? { middle, low: middle, high: middle };
  return { today: today.date, lastDay, byDay, monthEnd };
}

/** How a range compares with a budget. */
export type Verdict = 'over' | 'likelyOver' | 'even' | 'likelyUnder' | 'under';

/** Over or under if the whole range is; about even if the budget is in the middle half of the range. */
export function verdictOf({ low, middle, high }: Band, budget: number): Verdict {
  if (low >= budget) return 'over';
  if (high < budget) return 'under';
  const place = (budget - low) / (high - low);
  if (place < 0.25 && middle > budget) return 'likelyOver';
  return place > 0.75 && middle < budget ? 'likelyUnder' : 'even';
}

/** The first day by whose end the forecast reaches a limit, today included; null when not in this month. */
export function crossingDay({ today, byDay }: Forecast, limit: number): string | null {
  const ahead = byDay.findIndex(({ middle }) => middle >= limit);
  return ahead < 0 ? null : addDays(today, ahead);
}

/** The forecast as three curves over the days of the month: from what is spent so far today to the end of the month. */
export function forecastCurves(
  { today, byDay }: Forecast,
  { days, actual }: MonthCurve,
): { readonly middle: (number | null)[]; readonly low: (number | null)[]; readonly high: (number | null)[] } {
  const at = days.indexOf(today);
  const curve = (pick: keyof Band): (number | null)[] =>
    days.map((_, index) => (index === at ? (actual[index] ?? null) : (byDay[index - at]?.[pick] ?? null)));
  return { middle: curve('middle'), low: curve('low'), high: curve('high') };
}

/** The days that are over, from the first call on. */
function completeDays(trend: Trend): Trend {
  const first = trend.findIndex(({ calls }) => calls > 0);
  return first < 0 ? [] : trend.slice(first, -1);
}

interface Kinds {
  readonly working: readonly number[];
  readonly weekend: readonly number[];
}

/** The costs of the last complete days by their kind, without what a single incident adds; null while there are too few. */
function kindsOf(complete: readonly DayCost[]): Kinds | null {
  if (complete.length < MIN_FORECAST_DAYS) return null;
  const costs = Map.groupBy(complete.slice(-HISTORY_DAYS), ({ date }) => kindOf(date));
  const of = (kind: keyof Kinds) => withoutIncident((costs.get(kind) ?? []).map(({ cost_usd }) => cost_usd));
  return { working: of('working'), weekend: of('weekend') };
}

function kindOf(date: string): keyof Kinds {
  const weekday = new Date(date).getUTCDay();
  return weekday === 0 || weekday === 6 ? 'weekend' : 'working';
}

/** A single cost beyond the median and three median deviations counts as that limit; two of them are no accident. */
function withoutIncident(costs: readonly number[]): readonly number[] {
  const median = percentile(costs, 0.5);
  const deviation = percentile(
    costs.map((cost) => Math.abs(cost - median)),
    0.5,
  );
  const limit = median + INCIDENT_DEVIATIONS * deviation;
  const isSingle = costs.filter((cost) => cost > limit).length === 1;
  return isSingle ? costs.map((cost) => Math.min(cost, limit)) : costs;
}

/** The mean of what each cost exceeds `spent` by. */
function meanBeyond(costs: readonly number[], spent: number): number {
  return sumUsd(costs.map((cost) => Math.max(0, cost - spent))) / costs.length;
}

/** Adds a randomly drawn cost, less `spent`, to each of the sums. The seed is fixed, so the draws are always the same. */
function drawer(): (costs: readonly number[], spent: number) => Float64Array {
  const sums = new Float64Array(DRAWS);
  let state = SEED;
  return (costs, spent) => {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      // Marsaglia's xorshift of 32 bits.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const cost = costs[Math.floor(((state >>> 0) / 2 ** 32) * costs.length)] ?? 0;
      sums[draw] = (sums[draw] ?? 0) + Math.max(0, cost - spent);
    }
    return sums;
  };
}

function rangeOf(sums: Float64Array): { readonly low: number; readonly high: number } {
  const sorted = sums.toSorted();
  return { low: between(sorted, LOW), high: between(sorted, HIGH) };
}

/**
 * The value at a share of the sorted values, interpolated: of 1, 2, 3, 4 the quarter is 1.75. NaN without values.
 * @param share from 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  return between(
    values.toSorted((a, b) => a - b),
    share,
  );
}

function between(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** The days of a month from one of them to another, both included. */
function datesFrom(first: string, last: string): readonly string[] {
  return Array.from({ length: Number(last.slice(8, 10)) - Number(first.slice(8, 10)) + 1 }, (_, ahead) =>
    addDays(first, ahead),
  );
}

/** The length of the month of a date, such as `2026-11-20`. */
function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
