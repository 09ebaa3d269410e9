import { localMoment, type LocalMoment } from './business-hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Local time less UTC at a whole minute. */
export function offsetAt(timeZone: string, atMs: number): number {
  const { date, minute } = localMoment(timeZone, new Date(atMs));
  return Date.parse(date) + minute * MINUTE_MS - atMs;
}

/** The local times of very many whole minutes: the zone is asked once a UTC day, and more often where its offset changes. */
export class ZoneTimes {
  readonly #timeZone: string;
  /** Of each UTC day; null where it changes within. */
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
