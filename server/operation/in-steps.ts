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
