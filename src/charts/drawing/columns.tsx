import { Bar, type BarShapeProps } from 'recharts';
import type { ColumnChartProps } from '#src/charts/chart-types.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { columnDays, columnPart, readColumn, type ColumnDay } from './column-days.ts';
import { ColumnPart } from './column-part.tsx';
import { DayPlot } from './day-plot.tsx';
import { NoteMarks } from './note-marks.tsx';
import { usePalette } from './palette.ts';

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
