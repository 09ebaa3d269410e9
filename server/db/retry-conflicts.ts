import { FEW_IDS, type Db } from './db.ts';
import { QueryError } from './errors.ts';

const MAX_TRIES = 6;
/** Serialization failure and deadlock. */
const CONFLICTS: readonly string[] = ['40001', '40P01'];

/**
 * Runs a transaction, and retries it on serialization failures and deadlocks.
 * @param alsoRetried Further SQLSTATEs that a concurrent transaction can cause, such as a unique violation.
 * @param reserve As for `Db.transaction`, for each try.
 */
export async function retryConflicts<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  alsoRetried: readonly string[] = [],
  reserve = FEW_IDS,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work, reserve);
    } catch (error) {
      const isConflict =
        error instanceof QueryError && (CONFLICTS.includes(error.code) || alsoRetried.includes(error.code));
      if (!isConflict || tries === MAX_TRIES) throw error;
    }
  }
}
