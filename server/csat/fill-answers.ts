import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/db.ts';
import { fillSomeAnswers } from './csat.sql.ts';

/** What the embedded database fills in within about a tenth of a second. */
const STEP_ROWS = 500;

/**
 * Fills in how tickets were when their customers answered, for answers that an older version stored; in steps, as there
 * may be a million. @param owner The owner's handle: over all sites. @param isWanted False ends it between two steps
 */
export async function fillOldAnswers(owner: Db, isWanted: () => boolean): Promise<void> {
  while (isWanted() && (await fillSomeAnswers(owner, STEP_ROWS)) === STEP_ROWS) await setImmediate();
}
