import type { RefusedRow } from '#contract/bind-row.ts';
import type { bindChannelsBulk } from '#contract/channels.ts';
import type { Reply } from '#contract/operation.ts';
import type { AuditChange } from '#server/audit/record-audit.ts';
import type { BoundRow } from './bind-chunk.ts';

const MOST_ERRORS = 20;

type Counts = Omit<Reply<typeof bindChannelsBulk>, 'error_sample' | 'dry_run'>;

/** Counts the rows of a file; each has one outcome, so the outcomes always add up to all rows. */
export class BindReport {
  readonly #counts: Counts = {
    total_rows: 0,
    bound: 0,
    refreshed: 0,
    minted_identity: 0,
    bad_channel: 0,
    no_identity: 0,
    failed: 0,
  };
  readonly #errors: string[] = [];

  /** Rows in the order of the file. */
  add(rows: readonly (BoundRow | RefusedRow)[], minted: number): void {
    this.#counts.total_rows += rows.length;
    this.#counts.minted_identity += minted;
    for (const row of rows) {
      this.#counts[row.outcome] += 1;
      if ('code' in row && this.#errors.length < MOST_ERRORS) {
        this.#errors.push(`line ${row.line}: ${row.code}: ${row.message}`);
      }
    }
  }

  toReply(isDry: boolean): Reply<typeof bindChannelsBulk> {
    return { ...this.#counts, error_sample: [...this.#errors], dry_run: isDry };
  }

  toAudit(): AuditChange[] {
    return Object.entries(this.#counts).map(([field, to]) => ({ field, from: null, to }));
  }
}
