import { isClosedDate, localMoment, type BusinessHours } from '#server/calendar/business-hours.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The instant of this date and minute in the zone; in the hour that summer time skips, an hour later. */
export function instantOfLocal(timeZone: string, date: string, minute: number): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE;
  let guess = wanted;
  for (let round = 0; round < 3; round += 1) {
    const shown = localMoment(timeZone, new Date(guess));
    guess += wanted - (Date.parse(`${shown.date}T00:00:00Z`) + shown.minute * MINUTE);
  }
  return guess;
}

/** The working hours of a site as intervals of instants. */
export class WorkingTime {
  readonly #stretches: readonly Stretch[];

  /** @param range The instants that it covers, in milliseconds */
  constructor(hours: BusinessHours, range: { readonly from: number; readonly to: number }) {
    const stretches: Stretch[] = [];
    for (let at = range.from - DAY; at <= range.to + DAY; at += DAY) {
      const date = new Date(at).toISOString().slice(0, 10);
      if (isClosedDate(hours, date)) continue;
      const dayOfWeek = new Date(`${date}T00:00:00Z`).getUTCDay();
      for (const window of hours.week) {
        if (window.day_of_week !== dayOfWeek) continue;
        const from = instantOfLocal(hours.timeZone, date, window.open_minute);
        stretches.push({ from, to: instantOfLocal(hours.timeZone, date, window.close_minute) });
      }
    }
    this.#stretches = stretches.sort((a, b) => a.from - b.from);
  }

  /** The instant after that many minutes of work since `at`; without hours all time counts. */
  after(at: number, minutes: number): number {
    let rest = minutes * MINUTE;
    for (let index = this.#indexAt(at); index < this.#stretches.length; index += 1) {
      const stretch = this.#stretches[index];
      if (stretch === undefined) break;
      const from = Math.max(at, stretch.from);
      if (from + rest <= stretch.to) return from + rest;
      rest -= stretch.to - from;
    }
    return at + minutes * MINUTE;
  }

  /** The first interval that has not ended at this instant. */
  #indexAt(at: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.to ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
