import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { DayNote, TrendChartProps } from './chart-types.ts';
import type { DayReading } from './day-reading.ts';
import { messages } from './drawing-messages.ts';

/** One day of a trend. */
export interface TrendPoint {
  /** In parts of the axis, one a day. */
  readonly x: number;
  readonly value: number | null;
  /** As far as the axis shows it. */
  readonly band: readonly [number, number] | null;
}

export function trendPoints({ days, values, low, high, ticks }: TrendChartProps): readonly TrendPoint[] {
  const [min, max] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const within = (value: number): number => Math.min(max, Math.max(min, value));
  return days.map((_, index) => {
    const [from, to] = [low[index] ?? null, high[index] ?? null];
    return {
      x: index + 0.5,
      value: values[index] ?? null,
      band: from === null || to === null ? null : [within(from), within(to)],
    };
  });
}

/** No line reaches a point between two gaps. */
export function isAlone(points: readonly unknown[], index: number): boolean {
  return (points[index - 1] ?? null) === null && (points[index + 1] ?? null) === null;
}

export function readTrend(chart: TrendChartProps, index: number): DayReading {
  const { days, values, low, high, counts, notes, words, format, isLastPartial = false, nameOf = formatUtcDay } = chart;
  const date = days[index] ?? '';
  const [value, from, to] = [values[index] ?? null, low[index] ?? null, high[index] ?? null];
  const day = nameOf(date);
  const said = notes.filter((note) => note.day === date).map(({ text }) => text);
  return {
    day: isLastPartial && index === days.length - 1 ? messages.soFar(day) : day,
    rows: [
      { label: words.value, value: value === null ? words.none : format(value, 'full'), colour: 1 },
      ...(from === null || to === null
        ? []
        : [{ label: words.range, value: messages.fromTo(format(from, 'full'), format(to, 'full')), colour: null }]),
      ...(value === null
        ? []
        : [{ label: words.count, value: formatCount(counts[index] ?? 0), colour: 'muted' as const }]),
    ],
    note: said.length === 0 ? null : said.join('. '),
  };
}

/** A triangle above a day, and its words where they have room. */
export interface NoteMark {
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
/** px between two triangles that can be told apart. */
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
