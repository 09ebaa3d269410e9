import { FEW_IDS, type Db } from '#server/db/db.ts';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { StepSize } from '#server/operation/in-steps.ts';
import type { RowResult, UndoOutcome } from './bulk-outcome.ts';

/** Tickets per step of a dry run: a few milliseconds, so other requests get their turn in between. */
const JUDGED_AT_ONCE = 250;

/** Judges tickets step by step without changing any. Keeps only the results, to save memory. */
export async function judgeInSteps<Target, Outcome extends UndoOutcome>(
  targets: readonly Target[],
  judge: (step: readonly Target[]) => Promise<readonly RowResult<Outcome>[]>,
): Promise<RowResult<Outcome>[]> {
  const results: RowResult<Outcome>[] = [];
  for (let from = 0; from < targets.length; from += JUDGED_AT_ONCE) {
    results.push(...(await judge(targets.slice(from, from + JUDGED_AT_ONCE))));
  }
  return results;
}

/** Tickets per transaction. */
const SIZE = { first: 50, least: 10, most: 250 };
/** Covers activity, audit line, new tags, and deliveries to several webhooks. */
const IDS_PER_TICKET = 32;

type Work<Target, Outcome extends UndoOutcome> = (
  db: Db,
  block: readonly Target[],
) => Promise<readonly RowResult<Outcome | 'failed'>[]>;

/**
 * Runs the work block by block, each in its own transaction. If the database refuses a block, retries its tickets one by
 * one, so only the bad ones fail. After the first stored change it reports failures as outcomes instead of throwing, so
 * the caller always learns what was changed.
 * @throws DatabaseUnavailable if nothing has been stored yet
 */
export async function runInBlocks<Target extends { readonly id: bigint }, Outcome extends UndoOutcome>(
  db: Db,
  targets: readonly Target[],
  work: Work<Target, Outcome>,
): Promise<RowResult<Outcome | 'failed'>[]> {
  const results: RowResult<Outcome | 'failed'>[] = [];
  const size = new StepSize(SIZE);
  for (let at = 0; at < targets.length;) {
    const block = targets.slice(at, at + size.rows);
    at += block.length;
    try {
      results.push(
        ...(await db.transaction((db) => size.measure(() => work(db, block)), { ids: IDS_PER_TICKET * block.length })),
      );
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

async function tryAlone<Target extends { readonly id: bigint }, Outcome extends UndoOutcome>(
  db: Db,
  target: Target,
  work: Work<Target, Outcome>,
): Promise<readonly RowResult<Outcome | 'failed'>[]> {
  try {
    return await db.transaction((db) => work(db, [target]), FEW_IDS);
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
