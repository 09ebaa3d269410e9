import { localMoment } from './business-hours.ts';

const DAY_MS = 86_400_000;
/** No zone is further from UTC. */
const MAX_OFFSET_MS = 16 * 3_600_000;

/** The local date of an instant. */
export function zoneDate(timeZone: string, at: Date): string {
  return localMoment(timeZone, at).date;
}

/** The date this many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The instants at which consecutive days of a zone begin, and the end of the last one. A day on which clocks change has 23 or
 * 25 hours; a day that a zone skipped has none.
 */
export function dayStarts(timeZone: string, from: string, days: number): Date[] {
  const starts: Date[] = [];
  for (let day = 0; day <= days; day += 1) {
    const before = starts.at(-1);
    const usual = before === undefined ? undefined : new Date(before.getTime() + DAY_MS);
    const date = addDays(from, day);
    starts.push(usual !== undefined && isMidnight(timeZone, usual, date) ? usual : startOfDay(timeZone, date));
  }
  return starts;
}

function isMidnight(timeZone: string, at: Date, date: string): boolean {
  const local = localMoment(timeZone, at);
  return local.date === date && local.minute === 0;
}

/** The first instant of a local date, which is not midnight if clocks go forward then. */
export function startOfDay(timeZone: string, date: string): Date {
  const utcMidnight = Date.parse(date);
  let before = utcMidnight - MAX_OFFSET_MS;
  let from = utcMidnight + MAX_OFFSET_MS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (zoneDate(timeZone, new Date(middle)) < date) before = middle;
    else from = middle;
  }
  return new Date(from);
}
