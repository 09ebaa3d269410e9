export const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** As it is shown: Monday first. 0 is Sunday, as in the API. */
export const WEEK_DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];
/** Steps of the grid. */
export const STEP = 15;
export const FINE_STEP = 5;

/** A window of the week. One past midnight closes after minute 1440, at most a minute short of a day later. */
export interface Span {
  readonly day: number;
  readonly open: number;
  readonly close: number;
}

/** The part of a span on one day: all of it, its evening, or its morning after midnight. */
export interface Piece extends Span {
  readonly span: Span;
}

const nextDay = (day: number): number => (day + 1) % 7;
const dayOrder = (day: number): number => (day + 6) % 7;

export function isOvernight({ close }: Span): boolean {
  return close > DAY_MINUTES;
}

/** The week as the API stores it: a window past midnight is two, sorted by day and minute. */
export function splitWeek(week: readonly Span[]): readonly Span[] {
  return piecesOf(week)
    .map(({ day, open, close }) => ({ day, open, close }))
    .toSorted((a, b) => a.day - b.day || a.open - b.open);
}

/** The pieces to draw on each day. */
export function piecesOf(week: readonly Span[]): readonly Piece[] {
  return week.flatMap((span) => {
    if (!isOvernight(span)) return [{ ...span, span }];
    return [
      { ...span, close: DAY_MINUTES, span },
      { day: nextDay(span.day), open: 0, close: span.close - DAY_MINUTES, span },
    ];
  });
}

/**
 * The same hours written one way: windows that touch or overlap are one, and one that ends at midnight is one with what
 * begins then on the next day, where both together are shorter than a day.
 */
export function tidyWeek(week: readonly Span[]): { readonly week: readonly Span[]; readonly isMerged: boolean } {
  const pieces = splitWeek(week.filter(({ open, close }) => open < close));
  const merged: Span[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.day === piece.day && last.close >= piece.open) {
      merged[merged.length - 1] = { ...last, close: Math.max(last.close, piece.close) };
    } else merged.push(piece);
  }
  const morning = (evening: Span): Span | undefined =>
    evening.close < DAY_MINUTES
      ? undefined
      : merged.find(({ day, open, close }) => day === nextDay(evening.day) && open === 0 && close < evening.open);
  const mornings = new Set(merged.map(morning));
  const tidy = merged.flatMap((span) => {
    if (mornings.has(span)) return [];
    const rest = morning(span);
    return [rest === undefined ? span : { ...span, close: DAY_MINUTES + rest.close }];
  });
  return {
    week: tidy.toSorted((a, b) => dayOrder(a.day) - dayOrder(b.day) || a.open - b.open),
    isMerged: merged.length < pieces.length,
  };
}

/** The window that holds a minute, such as what a window became when it was merged. */
export function spanAt(week: readonly Span[], day: number, minute: number): Span | undefined {
  const at = day * DAY_MINUTES + minute;
  return week.find((span) => {
    const from = span.day * DAY_MINUTES + span.open;
    return (at - from + WEEK_MINUTES) % WEEK_MINUTES < span.close - span.open;
  });
}

/** Moves both ends, the start or the end; it stays within its day, or ends on the next one after less than a whole day. */
export function changeSpan(span: Span, part: 'both' | 'start' | 'end', by: number): Span {
  const { open, close } = span;
  const last = DAY_MINUTES - FINE_STEP;
  if (part === 'end') return { ...span, close: clamp(close + by, open + FINE_STEP, open + last) };
  if (part === 'start')
    return { ...span, open: clamp(open + by, Math.max(0, close - last), Math.min(last, close - FINE_STEP)) };
  const start = clamp(open + by, 0, last);
  return { ...span, open: start, close: close + start - open };
}

/** The hours of one day on others as well, in place of what began there. */
export function copyDay(week: readonly Span[], from: number, to: readonly number[]): readonly Span[] {
  const targets = to.filter((day) => day !== from);
  const copied = week.filter(({ day }) => day === from);
  return [
    ...week.filter(({ day }) => !targets.includes(day)),
    ...targets.flatMap((day) => copied.map((span) => ({ ...span, day }))),
  ];
}

export const PRESETS = {
  office: WORKDAYS.map((day) => ({ day, open: 540, close: 1_020 })),
  always: WEEK_DAYS.map((day) => ({ day, open: 0, close: DAY_MINUTES })),
  clear: [],
} as const satisfies Readonly<Record<string, readonly Span[]>>;

/** A window that a day has room for: office hours, else an hour after the last one, else before the first. */
export function roomOn(week: readonly Span[], day: number): Span | null {
  const pieces = piecesOf(week).filter((piece) => piece.day === day);
  const first = Math.min(...pieces.map(({ open }) => open));
  const last = Math.max(...pieces.map(({ close }) => close));
  if (pieces.length === 0) return { day, open: 540, close: 1_020 };
  if (DAY_MINUTES - last >= 120) return { day, open: last + 60, close: Math.min(last + 240, DAY_MINUTES) };
  if (first >= 120) return { day, open: Math.max(0, first - 240), close: first - 60 };
  return null;
}

export function totalMinutes(week: readonly Span[]): number {
  return week.reduce((sum, { open, close }) => sum + close - open, 0);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
