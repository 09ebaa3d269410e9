import type { BindCounts, BindRowResult } from '#contract/bind-jobs.ts';
import type { RefusedRow } from '#contract/bind-row.ts';
import type { bindChannelsBulk } from '#contract/channels.ts';
import type { Reply } from '#contract/operation.ts';
import type { AuditChange } from '#server/audit/record-audit.ts';
import type { BoundRow } from './bind-plan.ts';
import { toRowResult } from './bind-job.ts';

const MAX_ERRORS = 20;
/** Most rows in the reply; GET bind_jobs pages through the rest. */
const MAX_ROWS = 100_000;

/** Counts the outcomes of a file. Each row has exactly one, so they add up to the number of rows. */
export class BindReport {
  readonly #counts: BindCounts = {
    total_rows: 0,
    bound: 0,
    refreshed: 0,
    minted_identity: 0,
    bad_channel: 0,
    no_identity: 0,
    failed: 0,
  };
  readonly #errors: string[] = [];
  readonly #rows: BindRowResult[] | null;
  /** Id of the recorded import (its first part); null if it is not recorded. */
  jobId: bigint | null = null;

  /** @param hasRows also reports the outcome of each row */
  constructor(hasRows = false) {
    this.#rows = hasRows ? [] : null;
  }

  /** Call in file order. */
  add(rows: readonly (BoundRow | RefusedRow)[], minted: number): void {
    this.#counts.total_rows += rows.length;
    this.#counts.minted_identity += minted;
    for (const row of rows) {
      this.#counts[row.outcome] += 1;
      if (this.#rows !== null && this.#rows.length < MAX_ROWS) this.#rows.push(toRowResult(row));
      if ('code' in row && this.#errors.length < MAX_ERRORS) {
        this.#errors.push(`line ${row.line}: ${row.code}: ${row.message}`);
      }
    }
  }

  /** Adds customers that an earlier call created for rows of this part. */
  addMinted(minted: number): void {
    this.#counts.minted_identity += minted;
  }

  toReply(isDry: boolean): Reply<typeof bindChannelsBulk> {
    const reply = { ...this.#counts, error_sample: [...this.#errors], dry_run: isDry, job_id: this.jobId };
    return this.#rows === null ? reply : { ...reply, rows: this.#rows };
  }

  toAudit(): AuditChange[] {
    return Object.entries(this.#counts).map(([field, to]) => ({ field, from: null, to }));
  }
}
