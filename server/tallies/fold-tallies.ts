import type { Db } from '#server/db/db.ts';
import {
  foldAnswerSteps,
  foldInboundSteps,
  foldResolvedSteps,
  foldRowSteps,
  foldTicketSteps,
} from './fold-tallies.sql.ts';

/**
 * Folds what was counted since the last time into the sums, some thousand steps at once, and answers how many there were.
 * @param db The owner's handle: over all sites.
 */
export async function foldTallies(db: Db): Promise<number> {
  let steps = 0;
  for (const fold of [foldTicketSteps, foldRowSteps, foldInboundSteps, foldAnswerSteps, foldResolvedSteps]) {
    for (let folded = await fold(db); folded > 0; folded = await fold(db)) steps += folded;
  }
  return steps;
}
