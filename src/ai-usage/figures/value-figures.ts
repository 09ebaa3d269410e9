import { addDays, daysBetween } from '#src/format/days.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { fromPico, type PicoUsd } from '#contract/usd.ts';

/** The longest window of GET csat, in days that end today. */
const MAX_CSAT_DAYS = 365;

/** USD for each of them; null where there is none to divide by. */
export function costPer(cost: PicoUsd, count: number): number | null {
  return count > 0 ? fromPico(cost) / count : null;
}

/** A window as instants: `to` is not included. */
export function instantsOf({ from, to }: Pick<DayWindow, 'from' | 'to'>) {
  return { from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` };
}

/** The parameter `filter` of GET tickets, and of the inbox: resolved within the window. */
export function resolvedFilter(window: Pick<DayWindow, 'from' | 'to'>): string {
  const { from, to } = instantsOf(window);
  return JSON.stringify({ all: [{ field: 'resolved_utc', op: 'between', value: [from, to] }] });
}

/** The days that GET csat has to go back for a window, today at least; null beyond what it answers. */
export function csatDays({ from }: Pick<DayWindow, 'from'>, today: string): number | null {
  const days = Math.max(1, daysBetween(from, addDays(today, 1)));
  return days <= MAX_CSAT_DAYS ? days : null;
}

interface CsatDay {
  readonly date: string;
  readonly responses: number;
  readonly average: number | null;
}

/** Answers and the sum of their scores in a window. Scores are whole, so that the sum of a day is. */
export function sumScores(days: readonly CsatDay[], { from, to }: Pick<DayWindow, 'from' | 'to'>) {
  const inside = days.filter(({ date }) => date >= from && date < to);
  return {
    responses: inside.reduce((sum, day) => sum + day.responses, 0),
    points: inside.reduce((sum, day) => sum + Math.round(day.responses * (day.average ?? 0)), 0),
  };
}
