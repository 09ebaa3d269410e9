import { formatUtcDay } from '#src/format/utc-day.ts';
import type { BurnUpChartProps } from './chart-types.ts';
import type { DayReading } from './day-reading.ts';
import { messages } from './drawing-messages.ts';

/** One point of a running total: the end of a day, or the start of the first. */
interface BurnUpPoint {
  /** In parts of the axis, one a day. */
  readonly x: number;
  readonly actual: number | null;
  readonly middle: number | null;
  readonly band: readonly [number, number] | null;
}

type Given = Pick<BurnUpChartProps, 'days' | 'actual' | 'forecast' | 'crossing' | 'isLastPartial' | 'format'>;

export function burnUpPoints({ days, actual, forecast = null }: Given): readonly BurnUpPoint[] {
  // Before its first day a total is nothing.
  const start = { x: 0, actual: (actual[0] ?? null) === null ? null : 0, middle: null, band: null };
  const ends = days.map((_, index) => ({
    x: index + 1,
    actual: actual[index] ?? null,
    middle: forecast?.middle[index] ?? null,
    band: bandOf(forecast, index),
  }));
  return [start, ...ends];
}

/** The index of the last day of which something is known, -1 where there is none. */
export function lastKnown(values: BurnUpChartProps['actual']): number {
  return values.findLastIndex((value) => value !== null);
}

/** The day that is not over: the last known one, where others follow it or the chart says so. */
export function todayOf({ days, actual, isLastPartial = false }: Given): number | null {
  const now = lastKnown(actual);
  return now >= 0 && (isLastPartial || now < days.length - 1) ? now : null;
}

/** No line reaches a day between two of which nothing is known. */
export function isAlone(values: BurnUpChartProps['actual'], index: number): boolean {
  return index > 0 && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

export function readBurnUp(chart: Given, index: number): DayReading {
  const { days, actual, forecast = null, crossing = null, format } = chart;
  const date = days[index] ?? '';
  const day = formatUtcDay(date);
  const value = actual[index] ?? null;
  const middle = forecast?.middle[index] ?? null;
  const band = bandOf(forecast, index);
  const row = (label: string, text: string) => ({ label, value: text, colour: 1 as const });
  const full = (amount: number): string => format(amount, 'full');
  const isForecast = value === null && middle !== null;
  return {
    day: index === todayOf(chart) ? messages.soFar(day) : day,
    rows: isForecast
      ? [
          row(messages.forecast, full(middle)),
          ...(band === null ? [] : [row(messages.band, messages.fromTo(full(band[0]), full(band[1])))]),
        ]
      : [row(messages.total, value === null ? messages.unknown : full(value))],
    note: date === crossing?.day ? crossing.label : null,
  };
}

function bandOf(forecast: NonNullable<BurnUpChartProps['forecast']> | null, index: number): BurnUpPoint['band'] {
  const low = forecast?.low[index] ?? null;
  const high = forecast?.high[index] ?? null;
  return low === null || high === null ? null : [low, high];
}
