import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { QueryError } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** Why a row was not stored. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
}

/** The outcome of a row: stored, skipped because its external ID was seen before, or failed. */
export type RowOutcome = 'imported' | 'skipped' | RowFault;

/** Stores rows of one kind: a batch per transaction, with an outcome for each row in order. */
export interface RowStore {
  readonly kind: string;
  readonly batch: number;
  readonly store: (db: Db, rows: readonly object[], context: AuditContext) => Promise<readonly RowOutcome[]>;
  /** How many of the rows will get a ticket number. */
  readonly countNewTickets?: (db: Db, rows: readonly object[]) => Promise<number>;
  /** Runs in the transaction of each batch, after its rows. */
  readonly recordCounts?: (db: Db, counts: RowCounts) => Promise<void>;
}

export interface RowCounts {
  readonly imported: number;
  readonly skipped: number;
  readonly failed: number;
}

/** A store that can also say what it would do, without writing. One check covers one run: it remembers the rows before. */
export interface CheckedStore extends RowStore {
  readonly check: (db: Db, rows: readonly object[], context: AuditContext) => Promise<readonly RowOutcome[]>;
}

export function countOutcomes(outcomes: readonly RowOutcome[]): RowCounts {
  const imported = outcomes.filter((outcome) => outcome === 'imported').length;
  const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
  return { imported, skipped, failed: outcomes.length - imported - skipped };
}

/** Stores one row in a savepoint, so that a database error affects only this row. */
export async function storeInSavepoint(db: Db, work: (db: Db) => Promise<RowOutcome>): Promise<RowOutcome> {
  try {
    return await db.transaction(work);
  } catch (error) {
    return faultOf(error);
  }
}

/** @throws the error itself if it is not the row's fault */
export function faultOf(error: unknown): RowFault {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  if (error instanceof QueryError) return { code: 'internal_error', message: `the database refuses: ${error.code}` };
  throw error;
}

/**
 * Stores rows together, in a savepoint, which is many times faster than one by one. If the database refuses them, stores
 * each alone, so that only the row at fault fails.
 */
export async function storeTogether<Row>(
  db: Db,
  rows: readonly Row[],
  store: (db: Db, rows: readonly Row[]) => Promise<readonly RowOutcome[]>,
): Promise<readonly RowOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return await db.transaction((db) => store(db, rows));
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
  }
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    outcomes.push(
      await storeInSavepoint(db, async (db) => {
        const [outcome] = await store(db, [row]);
        if (outcome === undefined) throw new Error('a row has no outcome');
        return outcome;
      }),
    );
  }
  return outcomes;
}
