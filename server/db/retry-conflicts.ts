import type { Db } from './db.ts';
import { QueryError } from './errors.ts';

const MAX_TRIES = 6;
/** Serialization failure and deadlock: the loser of two transactions passes when it is tried again. */
const CONFLICTS: readonly string[] = ['40001', '40P01'];

/**
 * A transaction that is begun anew where it lost against another one, so that callers never learn of it.
 * @param alsoRetried Further SQLSTATEs that mean another transaction, such as a key that was taken meanwhile.
 */
export async function retryConflicts<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  alsoRetried: readonly string[] = [],
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      const isConflict =
        error instanceof QueryError && (CONFLICTS.includes(error.code) || alsoRetried.includes(error.code));
      if (!isConflict || tries === MAX_TRIES) throw error;
    }
  }
}
