import { isClosedDate, type BusinessHours, type DayWindow } from './business-hours.ts';
import { offsetAt, offsetChange } from './zone-times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A range of time in which a site is open; `toMs` is exclusive. */
interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** Days in the cache. */
const MAX_DAYS = 5_000;

/** Calculates with the open time of a site. Caches each UTC day. */
export class OpenTime {
  readonly #hours: BusinessHours;
  readonly #week: readonly (readonly DayWindow[])[];
  readonly #days = new Map<number, readonly Stretch[]>();

  constructor(hours: BusinessHours) {
    this.#hours = hours;
    this.#week = WEEKDAYS.map((day) => joined(hours.week.filter(({ day_of_week }) => day_of_week === day)));
  }

  /** The next instant at which the site opens or closes; null if there is none within the days. */
  changeAfter(atMs: number, days: number): number | null {
    const endMs = atMs + days * DAY_MS;
    let closesMs: number | null = null;
    for (const { fromMs, toMs } of this.#stretches(atMs, endMs)) {
      if (closesMs !== null && fromMs > closesMs) break;
      if (closesMs === null && fromMs > atMs) return fromMs <= endMs ? fromMs : null;
      closesMs = toMs;
    }
    return closesMs !== null && closesMs <= endMs ? closesMs : null;
  }

  /** The first instant by which this much open time has passed; null if that is not before the end. */
  after(sinceMs: number, openMs: number, endMs: number): number | null {
    let leftMs = openMs;
    for (const stretch of this.#stretches(sinceMs, endMs)) {
      const fromMs = Math.max(stretch.fromMs, sinceMs);
      if (stretch.toMs - fromMs >= leftMs) return fromMs + leftMs;
      leftMs -= stretch.toMs - fromMs;
    }
    return null;
  }

  /** The last instant since which this much open time has passed; null if that is not after the beginning. */
  before(nowMs: number, openMs: number, beginMs: number): number | null {
    let leftMs = openMs;
    for (let day = Math.floor(nowMs / DAY_MS); (day + 1) * DAY_MS > beginMs; day -= 1) {
      for (const stretch of this.#ofDay(day).toReversed()) {
        const toMs = Math.min(stretch.toMs, nowMs);
        if (toMs <= stretch.fromMs) continue;
        if (toMs - stretch.fromMs >= leftMs) return toMs - leftMs;
        leftMs -= toMs - stretch.fromMs;
      }
    }
    return null;
  }

  /** Open ranges in order, from the first that ends after `fromMs`. Those of neighbouring days may touch. */
  *#stretches(fromMs: number, endMs: number): Generator<Stretch> {
    for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS <= endMs; day += 1) {
      for (const stretch of this.#ofDay(day)) if (stretch.toMs > fromMs) yield stretch;
    }
  }

  #ofDay(day: number): readonly Stretch[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const stretches = this.#stretchesOfDay(day * DAY_MS);
    if (this.#days.size >= MAX_DAYS) this.#days.clear();
    this.#days.set(day, stretches);
    return stretches;
  }

  #stretchesOfDay(dayMs: number): Stretch[] {
    const endMs = dayMs + DAY_MS;
    const changeMs = offsetChange(this.#hours.timeZone, dayMs, endMs);
    if (changeMs === null) return this.#stretchesWithin(dayMs, endMs);
    return [...this.#stretchesWithin(dayMs, changeMs), ...this.#stretchesWithin(changeMs, endMs)];
  }

  /** Open ranges of a time with one offset, which spans two or three local days. */
  #stretchesWithin(fromMs: number, toMs: number): Stretch[] {
    const offsetMs = offsetAt(this.#hours.timeZone, fromMs);
    const stretches: Stretch[] = [];
    const firstMs = Math.floor((fromMs + offsetMs) / DAY_MS) * DAY_MS;
    for (let localMs = firstMs; localMs < toMs + offsetMs; localMs += DAY_MS) {
      for (const { open_minute, close_minute } of this.#windowsOn(new Date(localMs))) {
        const opensMs = Math.max(localMs + open_minute * MINUTE_MS - offsetMs, fromMs);
        const closesMs = Math.min(localMs + close_minute * MINUTE_MS - offsetMs, toMs);
        if (opensMs < closesMs) stretches.push({ fromMs: opensMs, toMs: closesMs });
      }
    }
    return stretches;
  }

  /** As `windowsOn` of the hours. @param local Local midnight as if it were UTC */
  #windowsOn(local: Date): readonly DayWindow[] {
    const date = local.toISOString().slice(0, 10);
    const own = this.#hours.ownHours?.get(date);
    if (own !== undefined) return joined(own);
    return isClosedDate(this.#hours, date) ? [] : (this.#week[local.getUTCDay()] ?? []);
  }
}

/** Sorts ranges and merges those that touch. */
function joined(windows: readonly DayWindow[]): DayWindow[] {
  const all: { open_minute: number; close_minute: number }[] = [];
  for (const { open_minute, close_minute } of windows.toSorted((a, b) => a.open_minute - b.open_minute)) {
    const last = all.at(-1);
    if (last !== undefined && last.close_minute >= open_minute) last.close_minute = close_minute;
    else all.push({ open_minute, close_minute });
  }
  return all;
}
