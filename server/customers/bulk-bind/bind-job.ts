import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { RefusedRow } from '#contract/bind-row.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { BoundRow } from './bind-plan.ts';
import { addToJob, insertJob, insertPart, type JobPart, type NewJob } from './bind-jobs.sql.ts';

/** Records an import: who sent which file, and the outcome of its rows. */
export class BindJob {
  readonly id: bigint;
  readonly hasRows: boolean;
  readonly #site: SiteRef;

  private constructor(id: bigint, site: SiteRef, hasRows: boolean) {
    this.id = id;
    this.#site = site;
    this.hasRows = hasRows;
  }

  static async begin(db: Db, site: SiteRef, job: NewJob): Promise<BindJob> {
    return new BindJob(await insertJob(db, site.id, job), site, job.hasRows);
  }

  /** To be called in the transaction that binds the rows, so that no row is bound that the job does not know of. */
  async keep(
    db: Db,
    done: { readonly rows: readonly (BoundRow | RefusedRow)[]; readonly minted: number },
    handles: Omit<JobPart, 'rows'> = { made: [], moved: [] },
  ): Promise<void> {
    const counts = { bound: 0, refreshed: 0, minted_identity: done.minted, bad_channel: 0, no_identity: 0, failed: 0 };
    for (const { outcome } of done.rows) counts[outcome] += 1;
    await addToJob(db, this.#site.id, this.id, counts);
    if (this.hasRows) await insertPart(db, this.#site.id, this.id, { rows: done.rows.map(toRowResult), ...handles });
  }
}

/** A row as callers get it. */
export function toRowResult(row: BoundRow | RefusedRow): BindRowResult {
  const { line, outcome } = row;
  return 'code' in row
    ? { line, outcome, code: row.code, identity_id: null }
    : { line, outcome, code: null, identity_id: row.identityId };
}
