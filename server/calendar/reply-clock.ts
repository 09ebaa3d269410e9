import type { OpenTime } from './open-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far ahead a due reply is looked for. */
const AHEAD_DAYS = 400;
/** How long ago a message may be that is overdue. */
const BACK_DAYS = 3_660;

/** When replies are due: so many open minutes after the customer wrote, or so many minutes where hours promise nothing. */
export class ReplyClock {
  readonly #open: OpenTime | null;
  readonly #targetMs: number;

  /** @param open Null where the calendar is not in effect: every minute counts. */
  constructor(open: OpenTime | null, targetMinutes: number) {
    this.#open = open;
    this.#targetMs = targetMinutes * MINUTE_MS;
  }

  /** Null where it is never due: not within 400 days, nor until now. */
  dueAfter(sinceMs: number, nowMs: number): number | null {
    if (this.#open === null) return sinceMs + this.#targetMs;
    return this.#open.after(sinceMs, this.#targetMs, Math.max(nowMs, sinceMs + AHEAD_DAYS * DAY_MS));
  }

  /** Who wrote then or before is to be answered by now; null where nobody is. */
  overdueSince(nowMs: number): number | null {
    if (this.#open === null) return nowMs - this.#targetMs;
    return this.#open.before(nowMs, this.#targetMs, nowMs - BACK_DAYS * DAY_MS);
  }
}
