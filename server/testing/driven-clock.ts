import type { Clock } from '#server/operation/call.ts';

/** A clock that goes on from an instant that a test names, as fast as the machine's own. */
export class DrivenClock implements Clock {
  #startMs: number;
  #startedAtMs: number;

  constructor(start: Date) {
    this.#startMs = start.getTime();
    this.#startedAtMs = performance.now();
  }

  now(): Date {
    return new Date(this.#startMs + (performance.now() - this.#startedAtMs));
  }

  set(instant: Date): void {
    this.#startMs = instant.getTime();
    this.#startedAtMs = performance.now();
  }
}
