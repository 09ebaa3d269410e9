import { localMoment, type LocalMoment } from './business-hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Offset from UTC in ms at a whole minute. */
export function offsetAt(timeZone: string, atMs: number): number {
  const { date, minute } = localMoment(timeZone, new Date(atMs));
  return Date.parse(date) + minute * MINUTE_MS - atMs;
}

/** The first whole minute with the offset of the end; null if the offset does not change. */
export function offsetChange(timeZone: string, fromMs: number, toMs: number): number | null {
  const offsetMs = offsetAt(timeZone, toMs);
  if (offsetAt(timeZone, fromMs) === offsetMs) return null;
  let [beforeMs, afterMs] = [fromMs, toMs];
  while (afterMs - beforeMs > MINUTE_MS) {
    const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(timeZone, middleMs) === offsetMs) afterMs = middleMs;
    else beforeMs = middleMs;
  }
  return afterMs;
}

/** Local times of many whole minutes. Looks up the offset once a UTC day, and each minute on days when it changes. */
export class ZoneTimes {
  readonly #timeZone: string;
  /** Offset of each UTC day; null if it changes within the day. */
  readonly #offsets = new Map<number, number | null>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  at(atMs: number): LocalMoment {
    const local = new Date(atMs + (this.#offsetOfDay(Math.floor(atMs / DAY_MS)) ?? offsetAt(this.#timeZone, atMs)));
    return {
      date: local.toISOString().slice(0, 10),
      dayOfWeek: local.getUTCDay(),
      minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    };
  }

  #offsetOfDay(day: number): number | null {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    const offsetMs = offsetAt(this.#timeZone, day * DAY_MS);
    const isSame = offsetMs === offsetAt(this.#timeZone, (day + 1) * DAY_MS);
    this.#offsets.set(day, isSame ? offsetMs : null);
    return isSame ? offsetMs : null;
  }
}
