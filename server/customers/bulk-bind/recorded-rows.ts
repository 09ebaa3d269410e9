import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { RefusedRow } from '#contract/bind-row.ts';
import { isRefused, refuseAsDefect, type BoundRow, type ChunkRow } from './bind-plan.ts';

/** Neighbours in the file that are all still to be bound, or all recorded. */
type Run = { readonly open: readonly ChunkRow[] } | { readonly recorded: readonly (BoundRow | RefusedRow)[] };

/** The rows of a part that an earlier call recorded: they answer as they did and are not bound again. */
export class RecordedRows {
  readonly #rows: ReadonlyMap<number, BindRowResult>;

  constructor(rows: readonly BindRowResult[]) {
    this.#rows = new Map(rows.map((row) => [row.line, row]));
  }

  split(rows: readonly ChunkRow[]): readonly Run[] {
    if (this.#rows.size === 0) return [{ open: rows }];
    const runs: ({ open: ChunkRow[] } | { recorded: (BoundRow | RefusedRow)[] })[] = [];
    for (const row of rows) {
      const [result, run] = [this.#rows.get(row.line), runs.at(-1)];
      if (result === undefined) {
        if (run !== undefined && 'open' in run) run.open.push(row);
        else runs.push({ open: [row] });
      } else if (run !== undefined && 'recorded' in run) {
        run.recorded.push(asItWas(row, result));
      } else {
        runs.push({ recorded: [asItWas(row, result)] });
      }
    }
    return runs;
  }
}

function asItWas(row: ChunkRow, { line, outcome, identity_id: identityId }: BindRowResult): BoundRow | RefusedRow {
  if (outcome === 'bound' || outcome === 'refreshed') return { line, outcome, identityId };
  return isRefused(row) ? row : refuseAsDefect(row);
}
