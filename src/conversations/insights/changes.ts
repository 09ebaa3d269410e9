import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';

/** A question, a reason or a state, now and in as many days before. `previous` is null where the service does not say it. */
export interface ChangeRow {
  readonly label: string;
  readonly count: number;
  readonly previous: number | null;
  /** Sessions that started in the window; null where the service does not say it. */
  readonly sessions: number | null;
}

export type Direction = 'rising' | 'falling' | 'same';

export function changeOf({ count, previous }: ChangeRow): number {
  return count - (previous ?? count);
}

export function directionOf(row: ChangeRow): Direction {
  const change = changeOf(row);
  return change > 0 ? 'rising' : change < 0 ? 'falling' : 'same';
}

const ORDER: readonly Direction[] = ['rising', 'falling', 'same'];

/** Rising ones, then falling ones, each by the size of the change; then those without one, the most frequent first. */
export function sortByChange(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  return rows.toSorted(
    (a, b) =>
      ORDER.indexOf(directionOf(a)) - ORDER.indexOf(directionOf(b)) ||
      Math.abs(changeOf(b)) - Math.abs(changeOf(a)) ||
      b.count - a.count,
  );
}

/** Standard errors: one of many rows is rarely so far off by chance. */
const CLEAR_ERRORS = 3;

/** Whether two counts of equally long windows differ by more than chance. */
export function isClearChange({ count, previous }: ChangeRow): boolean {
  if (previous === null) return false;
  return (count - previous) ** 2 > CLEAR_ERRORS ** 2 * (count + previous);
}

/** Sessions of a window, and those that were handed over. */
export interface HandedOver {
  readonly sessions: number;
  readonly handed_over: number;
}

/** 95 % of equal shares differ by less than so many standard errors. */
const SHARE_ERRORS = 1.96;

/** How the share of handovers changed; `few` where either window has too few sessions to say. */
export function handoverChange(now: HandedOver, before: HandedOver): Direction | 'few' {
  if (Math.min(now.sessions, before.sessions) < COMPARABLE_ANSWERS) return 'few';
  const both = (now.handed_over + before.handed_over) / (now.sessions + before.sessions);
  const error = Math.sqrt(both * (1 - both) * (1 / now.sessions + 1 / before.sessions));
  const difference = now.handed_over / now.sessions - before.handed_over / before.sessions;
  if (Math.abs(difference) <= SHARE_ERRORS * error) return 'same';
  return difference > 0 ? 'rising' : 'falling';
}

export interface ChangeList {
  readonly rows: readonly ChangeRow[];
  readonly total: number;
  readonly previousTotal: number;
}

/** The question that changed most: a new one first, then one that is asked more often, then one that is asked less often. */
export function questionChange({ rows, total, previousTotal }: ChangeList): ChangeRow | 'few' | null {
  if (Math.min(total, previousTotal) < COMPARABLE_ANSWERS) return 'few';
  const clear = sortByChange(rows.filter(isClearChange));
  return clear.find(({ previous }) => previous === 0) ?? clear[0] ?? null;
}

/** The reason that changed most in this direction. */
export function reasonOfChange(rows: readonly ChangeRow[], direction: Exclude<Direction, 'same'>): ChangeRow | null {
  return sortByChange(rows).find((row) => directionOf(row) === direction) ?? null;
}
