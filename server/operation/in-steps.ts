import { setImmediate } from 'node:timers/promises';

/** Maximum rows of one statement, so that other statements do not wait noticeably for it. */
export const STEP_ROWS = 1_000;

/**
 * Repeats a step over many rows until one finds fewer than `STEP_ROWS`, and yields to the event loop in between.
 * @param step Resolves with the number of rows it found, at most `STEP_ROWS`.
 * @param isWanted Return false to stop before the next step.
 */
export async function inSteps(step: () => Promise<number>, isWanted: () => boolean = () => true): Promise<void> {
  while (isWanted() && (await step()) === STEP_ROWS) await setImmediate();
}

/** Desired duration of a step, so that other statements do not wait noticeably. */
const TARGET_MS = 100;

/** Adapts the number of rows of a step to `TARGET_MS`, based on the duration of the previous step. */
export class StepSize {
  readonly #min: number;
  readonly #max: number;
  #rows: number;

  constructor({ first, least, most }: { readonly first: number; readonly least: number; readonly most: number }) {
    this.#rows = first;
    this.#min = least;
    this.#max = most;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Runs a step and adapts to its duration. Call it inside the transaction, so that waiting for a session does not count. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const result = await work();
    const fitting = Math.round((this.#rows * TARGET_MS) / Math.max(1, performance.now() - startedMs));
    this.#rows = Math.min(this.#max, Math.max(this.#min, Math.min(fitting, 2 * this.#rows)));
    return result;
  }
}
