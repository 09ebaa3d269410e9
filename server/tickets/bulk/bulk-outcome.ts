import type { ErrorCode } from '#contract/errors.ts';
import type { BULK_OUTCOMES, UNDO_OUTCOMES } from '#contract/ticket-bulk.ts';

export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** Outcome of one ticket. */
export interface RowResult<Outcome extends UndoOutcome = BulkOutcome> {
  readonly id: bigint;
  readonly ticket_number: number | null;
  readonly version: number | null;
  readonly outcome: Outcome;
  readonly code: ErrorCode | null;
  readonly message: string | null;
}

/** The results in the order in which the tickets were asked for, and how many ended how. */
export function reportResults<Outcome extends UndoOutcome>(
  ids: readonly bigint[],
  results: readonly RowResult<Outcome>[],
) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const changed = ordered.filter(({ outcome }) => outcome === 'changed').length;
  const unchanged = ordered.filter(({ outcome }) => outcome === 'unchanged').length;
  return { total: ordered.length, changed, unchanged, failed: ordered.length - changed - unchanged, results: ordered };
}
