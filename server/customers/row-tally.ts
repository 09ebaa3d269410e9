import type { Db } from '#server/db/db.ts';
import { foldRowSteps } from './row-tally.sql.ts';

/**
 * Folds what was counted since the last time into the sums, some thousand steps at once, and answers how many there were.
 * @param db The owner's handle: over all sites.
 */
export async function foldRowTallies(db: Db): Promise<number> {
  let steps = 0;
  for (;;) {
    const folded = await foldRowSteps(db);
    if (folded === 0) return steps;
    steps += folded;
  }
}
