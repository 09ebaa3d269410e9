import { localMoment } from '#server/calendar/business-hours.ts';
import type { Random } from '#server/demo/random.ts';
import { instantOfLocal } from './working-time.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
export const DAYS_OF_STORY = 365;

/** Sunday first: people write most on Monday, after a weekend on the bike. */
const BY_DAY = [0.45, 1.45, 1.2, 1.1, 1.05, 1, 0.6];
/** By hour: on the way to work, before lunch, and after dinner. */
const BY_HOUR = [
  0.1, 0.05, 0.03, 0.03, 0.06, 0.2, 0.6, 1.4, 2.2, 2.8, 2.9, 2.4, 1.8, 1.9, 2, 2, 1.9, 1.8, 1.6, 1.7, 1.9, 1.5, 0.9,
  0.4,
];
/** January first: the season is spring and summer. */
const BY_MONTH = [0.6, 0.7, 1, 1.25, 1.4, 1.35, 1.25, 1.15, 1.1, 0.95, 0.8, 0.75];

/**
 * Minutes before now of the latest tickets, so that there is always a queue; after two hours a ticket has waited too
 * long.
 */
const JUST_NOW = [7, 19, 38, 66, 104, 147, 212, 338];

/** The instants at which tickets come in over a year, oldest first and each once, in milliseconds. */
export function planArrivals(random: Random, timeZone: string, now: number, count: number): number[] {
  const recent = JUST_NOW.slice(0, Math.min(JUST_NOW.length, Math.ceil(count / 15)));
  const latest = now - (recent.at(-1) ?? 0) * MINUTE - MINUTE;
  const dates = Array.from({ length: DAYS_OF_STORY }, (_, index) => new Date(now - (DAYS_OF_STORY - 1 - index) * DAY));
  const days = dates.map((date) => localMoment(timeZone, date));
  // The shop grows by a third over the year.
  const weights = days.map(
    ({ date, dayOfWeek }, index) =>
      (BY_DAY[dayOfWeek] ?? 1) * (BY_MONTH[Number(date.slice(5, 7)) - 1] ?? 1) * (1 + index / (3 * DAYS_OF_STORY)),
  );
  const cumulated: number[] = [];
  weights.reduce((sum, weight, index) => (cumulated[index] = sum + weight), 0);
  const total = cumulated.at(-1) ?? 0;
  const instants = new Set<number>(recent.map((minutes) => now - minutes * MINUTE));
  while (instants.size < count) {
    const drawn = random.next() * total;
    const day = days[cumulated.findIndex((sum) => sum > drawn)];
    if (day === undefined) continue;
    const minute = random.weighted(BY_HOUR) * 60 + random.integer(0, 59);
    const instant = instantOfLocal(timeZone, day.date, minute) + random.integer(0, 59) * 1_000 + random.integer(0, 999);
    if (instant < latest && instant > now - DAYS_OF_STORY * DAY) instants.add(instant);
  }
  return [...instants].sort((a, b) => a - b);
}
