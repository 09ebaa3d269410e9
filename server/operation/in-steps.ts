import { setImmediate } from 'node:timers/promises';

/** Rows that one statement over all sites takes at most: it is done before anyone who waits for it would notice. */
export const STEP_ROWS = 1_000;

/**
 * Repeats a step of work over many rows until it finds less than its fill, and lets others have their turn in between.
 * Steps lock with `skip locked`, so that nodes that do the same at the same moment share the rows.
 * @param step answers how many of `STEP_ROWS` rows it found
 * @param isWanted False ends it between two steps
 */
export async function inSteps(step: () => Promise<number>, isWanted: () => boolean = () => true): Promise<void> {
  while (isWanted() && (await step()) === STEP_ROWS) await setImmediate();
}

/** Longest step: short enough that other statements are not held up noticeably. */
const TARGET_MS = 100;

/** How many rows the next step takes: as many as the one before would have done in a tenth of a second. */
export class StepSize {
  readonly #least: number;
  readonly #most: number;
  #rows: number;

  constructor({ first, least, most }: { readonly first: number; readonly least: number; readonly most: number }) {
    this.#rows = first;
    this.#least = least;
    this.#most = most;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Does the work of one step, and learns from how long it takes: measured inside of a transaction that it had to wait for. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const result = await work();
    const fitting = Math.round((this.#rows * TARGET_MS) / Math.max(1, performance.now() - startedMs));
    this.#rows = Math.min(this.#most, Math.max(this.#least, Math.min(fitting, 2 * this.#rows)));
    return result;
  }
}
