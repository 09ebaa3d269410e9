import { Bar, type BarShapeProps } from 'recharts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { useChartPaints } from './chart-colours.ts';
import type { ColumnChartProps } from './chart-types.ts';
import { DayPlot, IN_PLACE } from './day-plot.tsx';
import { type DayReading, messages } from './day-reading.ts';
import type { Plot } from './plot.ts';

/** Of the step from one day to the next; less is between columns that are as wide as they get. */
const GAP_SHARE = 0.15;
/** px */
const MAX_WIDTH = 64;
const RADIUS = 2;
/** px of a zero, and the least of what is more. */
const ZERO = 1;
const LEAST = 2;
/** px of half a triangle, and between it and its column. */
const HALF = 4;
const AWAY = 4;

/** Columns over UTC days, stacked without a gap where there are several series. */
export function Columns(props: ColumnChartProps) {
  const { series, notes = [], days, isLastPartial = false } = props;
  const paints = useChartPaints();
  const drawn = columnDays(props);
  const totals = drawn.map(({ total }) => total ?? 0);
  const widthOf = ({ dayWidth }: Plot): number => Math.min(MAX_WIDTH, dayWidth * (1 - GAP_SHARE));

  /** The parts of a day's column. A value, however small, is seen; zero is a line on the ground, as a day of which nothing is known has none. */
  function drawDay(plot: Plot, index: number) {
    const day = drawn[index];
    if (day === undefined) return <g />;
    const width = widthOf(plot);
    let below = 0;
    return (
      <g>
        {series.map(({ key, label, colour }, place) => {
          const value = columnPart(day, place);
          if (value === null) return null;
          const bottom = plot.y(below);
          below += value;
          const height = Math.max(value === 0 ? ZERO : LEAST, bottom - plot.y(below));
          return (
            <rect
              key={key}
              data-series={label}
              x={plot.dayX(index) - width / 2}
              y={bottom - height}
              width={width}
              height={height}
              rx={series.length > 1 ? 0 : Math.min(RADIUS, height / 2, width / 4)}
              fill={paints.series[colour]}
              // A pattern has an outline instead.
              {...(paints.isForced ? { stroke: paints.text } : { opacity: day.opacity })}
            />
          );
        })}
      </g>
    );
  }

  return (
    <DayPlot
      {...props}
      place="middle"
      values={[...totals, ...drawn.flatMap(({ values }) => values.filter((value) => value !== null))]}
      today={isLastPartial ? days.length - 1 : null}
      data={drawn}
      seriesAt={(index, value) => seriesAt(series, drawn[index], value)}
      read={(index) => readColumn(props, index, drawn[index]?.total ?? null)}
      draw={(plot) => ({
        labels: [],
        boxes: totals.map((total, index) => ({
          left: plot.dayX(index) - widthOf(plot) / 2,
          right: plot.dayX(index) + widthOf(plot) / 2,
          top: plot.y(total),
          bottom: plot.bottom,
        })),
        // One bar a day: each costs Recharts five components.
        marks: (
          <Bar
            {...IN_PLACE}
            dataKey={({ total }: ColumnDay) => total ?? 0}
            shape={({ originalDataIndex }: BarShapeProps) => drawDay(plot, originalDataIndex)}
          />
        ),
        // A small triangle above each day that has a note. The note itself is in the tooltip.
        above: notes.map(({ day, text }) => {
          const index = days.indexOf(day);
          const y = plot.y(totals[index] ?? 0) - AWAY;
          return index < 0 ? null : (
            <path
              key={`${day} ${text}`}
              d={`M${plot.dayX(index)} ${Math.max(plot.top, y)}l${-HALF} ${-HALF * 1.6}h${2 * HALF}Z`}
              fill={paints.line.warn}
              stroke={paints.surface}
              paintOrder="stroke"
            />
          );
        }),
      })}
    />
  );
}

/** One day of a column chart. */
interface ColumnDay {
  /** In parts of the axis, one a day. */
  readonly x: number;
  /** By series; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** Null where no series knows anything. */
  readonly total: number | null;
  readonly opacity: number;
}

const WEEKEND_OPACITY = 0.72;
const PARTIAL_OPACITY = 0.45;

export function columnDays({ days, series, isLastPartial = false }: ColumnChartProps): readonly ColumnDay[] {
  return days.map((day, index) => {
    const values = series.map((one) => one.values[index] ?? null);
    const known = values.filter((value) => value !== null);
    const isPartial = isLastPartial && index === days.length - 1;
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    return {
      x: index + 0.5,
      values,
      total: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
      opacity: isPartial ? PARTIAL_OPACITY : isWeekend ? WEEKEND_OPACITY : 1,
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
