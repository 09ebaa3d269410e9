import { Area, Line } from 'recharts';
import { formatCount } from '#src/format/number.ts';
import { useChartPaints } from './chart-paints.ts';
import type { TrendChartProps } from './chart-types.ts';
import { DayPlot, IN_PLACE } from './day-plot.tsx';
import { niceTicks } from './nice-ticks.ts';
import type { Plot } from './plot.ts';
import { textWidth } from './text-width.ts';
import { isAlone, noteMarks, readTrend, trendPoints } from './trend-days.ts';

const BAND_OPACITY = 0.1;
/** px of the panel of columns, of which the words at its top and the space above take some. */
const BELOW = 76;
const COLUMNS = 44;
/** px above the values, with notes. */
const ABOVE = 30;
/** The baseline of their words, which stand clear of a point at the top. */
const WORDS = 18;
/** Of the step from one day to the next; columns of a short window are no wider than this. */
const GAP_SHARE = 0.15;
const MAX_WIDTH = 40;
/** px of a point, of the least column, and of half a triangle. */
const RADIUS = 3;
const LEAST = 2;
const HALF = 4;
/** A point each is drawn only where there is so much room, in px a day. */
const ROOM_FOR_POINTS = 6;

/** A line with its interval over days, columns of how many each point is made of, and notes on days. */
export function Trend(props: TrendChartProps) {
  const { days, values, counts, hollowBelow, notes, ticks, words, isLastPartial = false } = props;
  const paints = useChartPaints();
  const points = trendPoints(props);
  const isHollow = (index: number): boolean => (counts[index] ?? 0) < hollowBelow;
  return (
    <DayPlot
      {...props}
      ticks={ticks}
      above={ABOVE}
      below={BELOW}
      place="middle"
      values={values.filter((value) => value !== null)}
      today={isLastPartial ? days.length - 1 : null}
      data={points}
      read={(index) => readTrend(props, index)}
      dots={(index) => {
        const value = values[index] ?? null;
        return value === null ? [] : [{ value, paint: paints.series[1] }];
      }}
      draw={(plot) => ({
        labels: [],
        boxes: [],
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
            <Line
              {...IN_PLACE}
              dataKey="value"
              stroke={paints.series[1]}
              strokeWidth={2}
              strokeLinejoin="round"
              dot={false}
              activeDot={false}
            />
          </>
        ),
        above: (
          <>
            <CountColumns plot={plot} counts={counts} word={words.count} isLastPartial={isLastPartial} />
            {noteMarks(notes, { days, ...plot, widthOf: textWidth }).map(({ x, label }) => (
              <g key={x}>
                <line x1={x} x2={x} y1={WORDS} y2={plot.bottom} stroke={paints.axis} strokeDasharray="2 3" />
                <path d={`M${x} ${WORDS + 1}l${-HALF} ${-HALF * 1.6}h${2 * HALF}Z`} fill={paints.axis} />
                {label === null ? null : (
                  <text
                    x={label.anchor === 'start' ? x + 7 : x - 7}
                    y={WORDS}
                    textAnchor={label.anchor}
                    fill={paints.axis}
                    className="text-11"
                  >
                    {label.text}
                  </text>
                )}
              </g>
            ))}
            {points.map(({ value, band }, index) => {
              if (value === null) return null;
              const isSingle = isAlone(values, index);
              const hasPoint = isSingle || (isHollow(index) && plot.dayWidth >= ROOM_FOR_POINTS);
              const [x, y] = [plot.dayX(index), plot.y(value)];
              return (
                <g key={index}>
                  {band !== null &&
                  isAlone(
                    points.map((point) => point.band),
                    index,
                  ) ? (
                    // A band needs a neighbour to be an area.
                    <line
                      x1={x}
                      x2={x}
                      y1={plot.y(band[0])}
                      y2={plot.y(band[1])}
                      stroke={paints.band}
                      strokeWidth={Math.min(8, plot.dayWidth)}
                      strokeOpacity={BAND_OPACITY}
                    />
                  ) : null}
                  {hasPoint ? (
                    <circle
                      data-point={isHollow(index) ? 'hollow' : 'full'}
                      cx={x}
                      cy={y}
                      r={Math.min(RADIUS + 0.5, Math.max(2, plot.dayWidth / 2))}
                      fill={isHollow(index) ? paints.surface : paints.series[1]}
                      stroke={paints.series[1]}
                      strokeWidth={1.5}
                    />
                  ) : null}
                </g>
              );
            })}
          </>
        ),
      })}
    />
  );
}

interface CountColumnsProps {
  readonly plot: Plot;
  readonly counts: readonly number[];
  readonly word: string;
  readonly isLastPartial: boolean;
}

/** How many each point is made of, below the same days. */
function CountColumns({ plot, counts, word, isLastPartial }: CountColumnsProps) {
  const paints = useChartPaints();
  const most = niceTicks(Math.max(0, ...counts), true).at(-1) || 1;
  const width = Math.min(MAX_WIDTH, plot.dayWidth * (1 - GAP_SHARE));
  const label = { fill: paints.axis, className: 'text-11 tabular-nums' } as const;
  return (
    <>
      <text {...label} x={plot.left} y={plot.floor - COLUMNS - 8}>
        {word}
      </text>
      <text {...label} x={plot.left - 8} y={plot.floor - COLUMNS + 6} textAnchor="end">
        {formatCount(most)}
      </text>
      <text {...label} x={plot.left - 8} y={plot.floor} textAnchor="end">
        0
      </text>
      <line x1={plot.left} x2={plot.right} y1={plot.floor} y2={plot.floor} stroke={paints.grid} />
      {counts.map((count, index) => {
        if (count === 0) return null;
        const height = Math.max(LEAST, (count / most) * COLUMNS);
        return (
          <rect
            key={index}
            data-count={count}
            x={plot.dayX(index) - width / 2}
            y={plot.floor - height}
            width={width}
            height={height}
            rx={Math.min(2, width / 4)}
            fill={paints.series.muted}
            opacity={isLastPartial && index === counts.length - 1 ? 0.6 : 1}
          />
        );
      })}
    </>
  );
}
