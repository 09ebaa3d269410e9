import { Bar, type BarShapeProps } from 'recharts';
import type { ColumnChartProps } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { columnDays, columnPart, readColumn, type ColumnDay } from './column-days.ts';
import { DayPlot } from './day-plot.tsx';
import { usePalette } from './palette.ts';

interface ColumnPartProps {
  readonly series: string;
  readonly value: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly paint: string;
  readonly opacity: number;
  /** The outline of a pattern. */
  readonly rim: string | undefined;
}

const RADIUS = 2;
/** px of a zero, and the least of what is more. */
const ZERO = 1;
const LEAST = 2;

/** A value, however small, is seen; zero is a line on the ground, as a day of which nothing is known has none. */
function ColumnPart({ series, value, x, top, bottom, width, paint, opacity, rim }: ColumnPartProps) {
  const height = Math.max(value === 0 ? ZERO : LEAST, bottom - top);
  return (
    <rect
      data-series={series}
      x={x}
      y={bottom - height}
      width={width}
      height={height}
      rx={Math.min(RADIUS, height / 2)}
      fill={paint}
      opacity={rim === undefined ? opacity : undefined}
      stroke={rim}
    />
  );
}

interface NoteMarksProps {
  readonly plot: Plot;
  readonly days: readonly string[];
  readonly totals: readonly number[];
  readonly notes: NonNullable<ColumnChartProps['notes']>;
}

const HALF = 4;
const AWAY = 4;

/** A small triangle above each day that has a note. The note itself is in the tooltip. */
function NoteMarks({ plot, days, totals, notes }: NoteMarksProps) {
  const palette = usePalette();
  return notes.map(({ day, text }) => {
    const index = days.indexOf(day);
    if (index < 0) return null;
    const x = plot.dayX(index);
    const y = Math.max(plot.top, plot.y(totals[index] ?? 0) - AWAY);
    return (
      <path
        key={`${day} ${text}`}
        d={`M${x} ${y}L${x - HALF} ${y - HALF * 1.6}H${x + HALF}Z`}
        fill={palette.line.warn}
        stroke={palette.surface}
        paintOrder="stroke"
      />
    );
  });
}

/** px */
const STACK_GAP = 2;
const MAX_WIDTH = 64;
const MIN_GAP = 3;
const GAP_SHARE = 0.22;

/** px of a column: at least 3 px away from the next one, where that leaves it wider than the gap. */
function columnWidth({ dayWidth }: Plot): number {
  const gap = Math.min(Math.max(MIN_GAP, dayWidth * GAP_SHARE), dayWidth / 2);
  return Math.min(MAX_WIDTH, dayWidth - gap);
}

/** Columns over UTC days, stacked where there are several series. */
export function Columns(props: ColumnChartProps) {
  const { series, notes = [], days, isLastPartial = false } = props;
  const palette = usePalette();
  const drawn = columnDays(props);
  const known = drawn.flatMap(({ values }) => values.filter((value) => value !== null));
  return (
    <DayPlot
      {...props}
      place="middle"
      max={Math.max(0, ...drawn.map(({ total }) => total ?? 0))}
      isWhole={known.every((value) => Number.isInteger(value))}
      today={isLastPartial ? days.length - 1 : null}
      data={drawn}
      read={(index) => readColumn(props, index, drawn[index]?.total ?? null)}
      dots={() => []}
      above={(plot) => (
        <NoteMarks plot={plot} days={days} totals={drawn.map(({ total }) => total ?? 0)} notes={notes} />
      )}
      labels={() => []}
      boxes={(plot) =>
        drawn.map(({ total }, index) => ({
          left: plot.dayX(index) - columnWidth(plot) / 2,
          right: plot.dayX(index) + columnWidth(plot) / 2,
          top: plot.y(total ?? 0),
          bottom: plot.bottom,
        }))
      }
      marks={(plot) =>
        series.map(({ key, label, colour }, place) => (
          <Bar
            key={key}
            dataKey={(day: ColumnDay) => day.values[place] ?? null}
            stackId="day"
            isAnimationActive={false}
            shape={({ originalDataIndex: index, y, height }: BarShapeProps) => {
              const day = drawn[index];
              const part = day === undefined ? null : columnPart(day, place);
              if (day === undefined || part === null) return <g />;
              const width = columnWidth(plot);
              return (
                <ColumnPart
                  series={label}
                  value={part.value}
                  x={plot.dayX(index) - width / 2}
                  bottom={y + height - (part.isLowest ? 0 : STACK_GAP)}
                  top={y}
                  width={width}
                  paint={palette.series[day.isMarked ? 'danger' : colour]}
                  opacity={day.opacity}
                  rim={palette.isForced ? palette.text : undefined}
                />
              );
            }}
          />
        ))
      }
    />
  );
}
