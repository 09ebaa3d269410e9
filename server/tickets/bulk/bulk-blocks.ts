import type { Db } from '#server/db/db.ts';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import type { RowResult, UndoOutcome } from './bulk-outcome.ts';

/**
 * Tickets of one transaction: as many as it stores in a tenth of a second, so that nobody waits long for one of them, nor,
 * on the embedded database, for the session that it holds. The clock decides their number alone.
 */
const FIRST = 50;
const LEAST = 10;
const MOST = 250;
const TARGET_MS = 100;

type Work<Target, Outcome extends UndoOutcome> = (
  db: Db,
  block: readonly Target[],
) => Promise<readonly RowResult<Outcome | 'failed'>[]>;

/**
 * Does the work block by block, each in a transaction of its own. Where the database refuses a block, its tickets are
 * tried one by one, so that only those fail that cannot pass. Once anything is stored, nothing is thrown any more: the
 * caller would never learn what was changed.
 * @throws DatabaseUnavailable when that happens before anything is stored
 */
export async function runInBlocks<Target extends { readonly id: bigint }, Outcome extends UndoOutcome>(
  db: Db,
  targets: readonly Target[],
  work: Work<Target, Outcome>,
): Promise<RowResult<Outcome | 'failed'>[]> {
  const results: RowResult<Outcome | 'failed'>[] = [];
  let size = FIRST;
  for (let at = 0; at < targets.length;) {
    const block = targets.slice(at, at + size);
    at += block.length;
    try {
      const { done, tookMs } = await db.transaction((db) => timed(() => work(db, block)));
      results.push(...done);
      size = sizeOfNext(size, tookMs);
    } catch (error) {
      if (error instanceof QueryError) {
        for (const target of block) results.push(...(await tryAlone(db, target, work)));
      } else if (error instanceof DatabaseUnavailable && results.some(({ outcome }) => outcome === 'changed')) {
        results.push(...block.map(({ id }) => failed(id, 'overloaded')));
      } else {
        throw error;
      }
    }
  }
  return results;
}

/** Measured within the transaction: that it had to wait for its turn says nothing of its size. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ readonly done: Result; readonly tookMs: number }> {
  const startedMs = performance.now();
  const done = await work();
  return { done, tookMs: performance.now() - startedMs };
}

function sizeOfNext(size: number, tookMs: number): number {
  const fitting = Math.round((size * TARGET_MS) / Math.max(1, tookMs));
  return Math.min(MOST, Math.max(LEAST, Math.min(fitting, 2 * size)));
}

async function tryAlone<Target extends { readonly id: bigint }, Outcome extends UndoOutcome>(
  db: Db,
  target: Target,
  work: Work<Target, Outcome>,
): Promise<readonly RowResult<Outcome | 'failed'>[]> {
  try {
    return await db.transaction((db) => work(db, [target]));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return [failed(target.id, 'overloaded')];
    if (error instanceof QueryError) return [failed(target.id, 'internal_error')];
    throw error;
  }
}

function failed(id: bigint, code: 'overloaded' | 'internal_error'): RowResult<'failed'> {
  const message =
    code === 'overloaded'
      ? 'The service was busy; try this ticket again'
      : 'Something went wrong on our side; this ticket was not changed';
  return { id, ticket_number: null, version: null, outcome: 'failed', code, message };
}
