import type { OpenTime } from './open-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far ahead to look for a due time. */
const AHEAD_DAYS = 400;
/** How old an overdue message may be. */
const BACK_DAYS = 3_660;

/** When replies are due: the target in open minutes after the customer wrote, or in minutes without a calendar. */
export class ReplyClock {
  readonly #open: OpenTime | null;
  readonly #targetMs: number;

  /** @param open Null if the calendar is not in effect: every minute counts. */
  constructor(open: OpenTime | null, targetMinutes: number) {
    this.#open = open;
    this.#targetMs = targetMinutes * MINUTE_MS;
  }

  /** Null if it is due neither by now nor within 400 days. */
  dueAfter(sinceMs: number, nowMs: number): number | null {
    if (this.#open === null) return sinceMs + this.#targetMs;
    return this.#open.after(sinceMs, this.#targetMs, Math.max(nowMs, sinceMs + AHEAD_DAYS * DAY_MS));
  }

  /** Messages of this instant or before are overdue; null if none can be. */
  overdueSince(nowMs: number): number | null {
    if (this.#open === null) return nowMs - this.#targetMs;
    return this.#open.before(nowMs, this.#targetMs, nowMs - BACK_DAYS * DAY_MS);
  }
}
