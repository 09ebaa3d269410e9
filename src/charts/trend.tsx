import { Line } from 'recharts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { useChartPaints } from './chart-colours.ts';
import type { TrendChartProps, DayNote } from './chart-types.ts';
import { DayPlot, IN_PLACE } from './day-plot.tsx';
import { type DayReading, messages } from './day-reading.ts';
import { niceTicks, type Plot } from './plot.ts';
import { textWidth } from './place-labels.ts';

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

/** A line over days, columns of how many answers each point is made of, and notes on days. */
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
          <Line
            {...IN_PLACE}
            dataKey="value"
            stroke={paints.series[1]}
            strokeWidth={2}
            strokeLinejoin="round"
            dot={false}
            activeDot={false}
          />
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
            {points.map(({ value }, index) => {
              if (value === null) return null;
              const hasPoint = isAlone(values, index) || (isHollow(index) && plot.dayWidth >= ROOM_FOR_POINTS);
              return hasPoint ? (
                <circle
                  key={index}
                  data-point={isHollow(index) ? 'hollow' : 'full'}
                  cx={plot.dayX(index)}
                  cy={plot.y(value)}
                  r={Math.min(RADIUS + 0.5, Math.max(2, plot.dayWidth / 2))}
                  fill={isHollow(index) ? paints.surface : paints.series[1]}
                  stroke={paints.series[1]}
                  strokeWidth={1.5}
                />
              ) : null;
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

/** How many answers each point is made of, below the same days. */
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

/** One day of a trend. */
interface TrendPoint {
  /** In parts of the axis, one a day. */
  readonly x: number;
  readonly value: number | null;
}

export function trendPoints({ days, values }: TrendChartProps): readonly TrendPoint[] {
  return days.map((_, index) => ({ x: index + 0.5, value: values[index] ?? null }));
}

/** No line reaches a point between two gaps. */
function isAlone(points: readonly unknown[], index: number): boolean {
  return (points[index - 1] ?? null) === null && (points[index + 1] ?? null) === null;
}

export function readTrend(chart: TrendChartProps, index: number): DayReading {
  const { days, values, counts, notes, words, format, isLastPartial = false, nameOf = formatUtcDay } = chart;
  const date = days[index] ?? '';
  const value = values[index] ?? null;
  const day = nameOf(date);
  const said = notes.filter((note) => note.day === date).map(({ text }) => text);
  return {
    day: isLastPartial && index === days.length - 1 ? messages.soFar(day) : day,
    rows: [
      { label: words.value, value: value === null ? words.none : format(value, 'full'), colour: 1 },
      ...(value === null
        ? []
        : [{ label: words.count, value: formatCount(counts[index] ?? 0), colour: 'muted' as const }]),
    ],
    note: said.length === 0 ? null : said.join('. '),
  };
}

/** A triangle above a day, and its words where they have room. */
interface NoteMark {
  readonly x: number;
  readonly label: { readonly text: string; readonly anchor: 'start' | 'end' } | null;
}

interface NoteSpace {
  readonly days: readonly string[];
  readonly left: number;
  readonly right: number;
  readonly dayX: (index: number) => number;
  readonly widthOf: (text: string) => number;
}

const WEEK = 7;
/** More of them in a week are one mark. */
const MAX_IN_WEEK = 3;
/** px between two triangles that are still distinct. */
const APART = 12;
/** px between a triangle and its words, and around them. */
const GAP = 7;
/** Characters of a note beside its triangle; the tooltip has all of it. */
const LONGEST = 24;

/** Where notes stand: those that are near one another as one, and their words on the side that is free. */
export function noteMarks(notes: readonly DayNote[], space: NoteSpace): readonly NoteMark[] {
  const { days, left, right, dayX, widthOf } = space;
  const placed = notes
    .map(({ day, text }) => ({ index: days.indexOf(day), text }))
    .filter(({ index }) => index >= 0)
    .toSorted((a, b) => a.index - b.index);
  const groups = nearGroups(
    nearGroups(
      placed.map((note) => [note]),
      (first, group) => first.index < (group[0]?.index ?? 0) + WEEK,
    ).flatMap((week) => (week.length > MAX_IN_WEEK ? [week] : week.map((note) => [note]))),
    (first, group) => dayX(first.index) - dayX(group.at(-1)?.index ?? 0) < APART,
  );
  const marks = groups.map((group) => ({
    x: dayX(group[Math.floor((group.length - 1) / 2)]?.index ?? 0),
    text: group.length === 1 ? shorten(group[0]?.text ?? '') : messages.notes(group.length),
  }));
  let taken = left;
  return marks.map(({ x, text }, at) => {
    const width = widthOf(text);
    const next = (marks[at + 1]?.x ?? right + GAP) - GAP;
    if (x - GAP - width >= taken) {
      taken = x + GAP;
      return { x, label: { text, anchor: 'end' } };
    }
    if (x + GAP + width <= next) {
      taken = x + 2 * GAP + width;
      return { x, label: { text, anchor: 'start' } };
    }
    taken = x + GAP;
    return { x, label: null };
  });
}

/** Joins what is near: a group grows by the next one while its first is near to it. */
function nearGroups<Item>(
  groups: readonly (readonly Item[])[],
  isNear: (first: Item, group: readonly Item[]) => boolean,
): readonly (readonly Item[])[] {
  const joined: (readonly Item[])[] = [];
  for (const group of groups) {
    const [first] = group;
    const last = joined.at(-1);
    if (first !== undefined && last !== undefined && isNear(first, last))
      joined[joined.length - 1] = [...last, ...group];
    else joined.push(group);
  }
  return joined;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST
    ? text
    : `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
}
