import { Area, Line } from 'recharts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { useChartPaints, type ChartPaints } from './chart-colours.ts';
import type { BurnUpChartProps } from './chart-types.ts';
import { DayPlot, IN_PLACE, type PlotLabel } from './day-plot.tsx';
import { type DayReading, messages } from './day-reading.ts';
import type { Box } from './place-labels.ts';
import type { Plot } from './plot.ts';

/** Dots as long as the line is wide, and a little more between them. */
const DOTTED = '2 5';
const LINE = { ...IN_PLACE, strokeWidth: 2, dot: false, activeDot: false } as const;
const DOT = { r: 4, strokeWidth: 2 } as const;
const BAND_OPACITY = 0.1;

/** A running total against its limits, with what is to be expected of the days to come. */
export function BurnUp(props: BurnUpChartProps) {
  const { days, actual, forecast = null, crossing = null } = props;
  const paints = useChartPaints();
  const today = todayOf(props);
  const now = lastKnown(actual);
  const at = crossing === null ? -1 : days.indexOf(crossing.day);
  return (
    <DayPlot
      {...props}
      place="end"
      values={[...actual, ...(forecast?.middle ?? []), ...(forecast?.high ?? [])].filter((value) => value !== null)}
      today={today}
      data={burnUpPoints(props)}
      read={(index) => readBurnUp(props, index)}
      dots={(index) => {
        const value = actual[index] ?? forecast?.middle[index] ?? null;
        return value === null ? [] : [{ value, paint: paints.series[1] }];
      }}
      draw={(plot) => ({
        labels: burnUpLabels(props, plot, paints),
        boxes: burnUpBoxes(props, plot),
        marks: (
          <>
            <Area
              {...IN_PLACE}
              dataKey="band"
              stroke="none"
              fill={paints.band}
              fillOpacity={BAND_OPACITY}
              activeDot={false}
            />
            <Line {...LINE} dataKey="middle" stroke={paints.series[1]} strokeDasharray={DOTTED} strokeLinecap="round" />
            <Line {...LINE} dataKey="actual" stroke={paints.series[1]} strokeLinejoin="round" />
          </>
        ),
        above: (
          <>
            {today === null ? null : (
              <line
                x1={plot.dayX(today)}
                x2={plot.dayX(today)}
                y1={plot.top}
                y2={plot.bottom}
                stroke={paints.rule}
                strokeDasharray="2 3"
              />
            )}
            {actual.map((value, index) =>
              value !== null && (index === now || isAlone(actual, index)) ? (
                <circle
                  key={index}
                  {...DOT}
                  cx={plot.dayX(index)}
                  cy={plot.y(value)}
                  fill={paints.series[1]}
                  stroke={paints.surface}
                />
              ) : null,
            )}
            {crossing === null || at < 0 ? null : (
              <circle
                {...DOT}
                cx={plot.dayX(at)}
                cy={plot.y(crossing.value)}
                fill={paints.surface}
                stroke={paints.line[crossedTone(props)]}
              />
            )}
          </>
        ),
      })}
    />
  );
}

/** The tone of the line that is crossed. */
function crossedTone({ lines = [], crossing = null }: BurnUpChartProps): 'warn' | 'danger' | 'ink' {
  return lines.find(({ value }) => value === crossing?.value)?.tone ?? 'ink';
}

/** The words at the dots: what there is now, what is to be expected at the end, where a line is crossed. */
function burnUpLabels(chart: BurnUpChartProps, plot: Plot, paints: ChartPaints): readonly PlotLabel[] {
  const { days, actual, forecast = null, crossing = null, format } = chart;
  const labels: PlotLabel[] = [];
  const now = lastKnown(actual);
  const value = actual[now] ?? null;
  if (value !== null) {
    const [x, y] = [plot.dayX(now), plot.y(value)];
    labels.push({
      key: 'now',
      text: format(value, 'full'),
      paint: paints.text,
      isStrong: true,
      places: [
        { x: x - 8, y: y - 8, anchor: 'end' },
        { x: x + 8, y: y + 16, anchor: 'start' },
        { x: x + 8, y: y - 8, anchor: 'start' },
        { x: x - 8, y: y + 16, anchor: 'end' },
      ],
    });
  }
  const end = lastKnown(forecast?.middle ?? []);
  const expected = forecast?.middle[end] ?? null;
  if (expected !== null && end > now) {
    const x = plot.dayX(end);
    labels.push({
      key: 'end',
      text: format(expected, 'short'),
      paint: paints.text,
      isStrong: true,
      places: [
        { x, y: plot.y(forecast?.high[end] ?? expected) - 6, anchor: 'end' },
        { x, y: plot.y(forecast?.low[end] ?? expected) + 16, anchor: 'end' },
      ],
    });
  }
  const at = crossing === null ? -1 : days.indexOf(crossing.day);
  if (crossing !== null && at >= 0) {
    const [x, y] = [plot.dayX(at), plot.y(crossing.value)];
    labels.push({
      key: 'crossing',
      text: crossing.label,
      paint: paints.lineText[crossedTone(chart)],
      isStrong: false,
      places: [
        { x: x - 7, y: y + 17, anchor: 'start' },
        { x: x + 7, y: y + 17, anchor: 'end' },
        { x: x - 9, y: y - 9, anchor: 'end' },
        { x: x + 9, y: y - 9, anchor: 'start' },
        // On the last day there is nothing to the right.
        { x, y: y + 17, anchor: 'end' },
      ],
    });
  }
  return labels;
}

/** Where the curves and the band run. */
function burnUpBoxes(chart: BurnUpChartProps, plot: Plot): readonly Box[] {
  const points = burnUpPoints(chart);
  return points.flatMap(({ x, actual, middle, band }, index) => {
    const before = points[index - 1];
    const ends = [actual, middle, ...(band ?? []), before?.actual, before?.middle, ...(before?.band ?? [])];
    const known = ends.filter((value) => typeof value === 'number').map((value) => plot.y(value));
    if (before === undefined || known.length === 0) return [];
    const right = plot.left + x * plot.dayWidth;
    return [{ left: right - plot.dayWidth, right, top: Math.min(...known) - 1, bottom: Math.max(...known) + 1 }];
  });
}

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
function lastKnown(values: BurnUpChartProps['actual']): number {
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
