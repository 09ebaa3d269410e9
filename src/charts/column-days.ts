import { formatUtcDay } from '#src/format/utc-day.ts';
import type { ColumnChartProps } from './chart-types.ts';
import type { DayReading } from './day-reading.ts';
import { messages } from './drawing-messages.ts';

/** One day of a column chart. */
export interface ColumnDay {
  /** In parts of the axis, one a day. */
  readonly x: number;
  /** By series; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** Null where no series knows anything. */
  readonly total: number | null;
  readonly isMarked: boolean;
  readonly opacity: number;
}

const WEEKEND_OPACITY = 0.72;
const PARTIAL_OPACITY = 0.45;

export function columnDays({ days, series, marked, isLastPartial = false }: ColumnChartProps): readonly ColumnDay[] {
  return days.map((day, index) => {
    const values = series.map((one) => one.values[index] ?? null);
    const known = values.filter((value) => value !== null);
    const isMarked = marked?.has(day) === true;
    const isPartial = isLastPartial && index === days.length - 1;
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    return {
      x: index + 0.5,
      values,
      total: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
      isMarked,
      opacity: isPartial ? PARTIAL_OPACITY : isWeekend && !isMarked ? WEEKEND_OPACITY : 1,
    };
  });
}

/** The part of a series in a day's column; null for none. A day of zeros has one line on the ground, not one of each series. */
export function columnPart({ values, total }: ColumnDay, place: number): number | null {
  const value = values[place] ?? null;
  const isFirst = values.slice(0, place).every((one) => one === null);
  return value === 0 && (total !== 0 || !isFirst) ? null : value;
}

/** The key of the series whose part of a stacked column is at a value; undefined above it, and where there is one series. */
export function seriesAt(
  series: ColumnChartProps['series'],
  day: ColumnDay | undefined,
  value: number,
): string | undefined {
  if (series.length < 2 || day === undefined || value < 0) return undefined;
  let top = 0;
  return series.find((_, place) => {
    top += day.values[place] ?? 0;
    return value < top;
  })?.key;
}

export function readColumn(
  { days, series, notes = [], format, isLastPartial = false }: ColumnChartProps,
  index: number,
  total: number | null,
): DayReading {
  const date = days[index] ?? '';
  const day = formatUtcDay(date);
  const shown = (value: number | null): string => (value === null ? messages.unknown : format(value, 'full'));
  const parts = series.map(({ label, colour, values }) => ({ label, colour, value: shown(values[index] ?? null) }));
  const sum = { label: messages.total, colour: null, value: shown(total) };
  const said = notes.filter((note) => note.day === date).map(({ text }) => text);
  return {
    day: isLastPartial && index === days.length - 1 ? messages.soFar(day) : day,
    rows: series.length === 1 ? parts : total === null ? [sum] : [sum, ...parts],
    note: said.length === 0 ? null : said.join(' '),
  };
}
