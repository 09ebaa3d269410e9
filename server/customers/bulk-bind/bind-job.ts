import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { RefusedRow } from '#contract/bind-row.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { BoundRow } from './bind-plan.ts';
import {
  addToJob,
  findParts,
  findRowsOfPart,
  insertBatchJob,
  insertJob,
  insertPart,
  lockBatch,
  type JobPart,
  type NewJob,
  type PartKey,
} from './bind-jobs.sql.ts';

/** A part of a file that is sent in several calls. */
export interface BatchPart extends PartKey {
  /** Of the whole file; null where the sender did not say. */
  readonly fileSha256: string | null;
}

/** What is recorded of a part that was sent before. */
interface Recorded {
  /** In the order of the file. */
  readonly rows: readonly BindRowResult[];
  readonly minted: number;
}

/** Records an import: who sent which file, and the outcome of its rows. */
export class BindJob {
  /** The import's name: the id of its first part. */
  readonly firstId: bigint;
  readonly recorded: Recorded;
  readonly #id: bigint;
  readonly #hasRows: boolean;
  readonly #site: SiteRef;

  private constructor(site: SiteRef, ids: { id: bigint; firstId: bigint }, hasRows: boolean, recorded: Recorded) {
    this.firstId = ids.firstId;
    this.recorded = recorded;
    this.#id = ids.id;
    this.#hasRows = hasRows;
    this.#site = site;
  }

  static async begin(db: Db, site: SiteRef, job: NewJob): Promise<BindJob> {
    const id = await insertJob(db, site.id, job);
    return new BindJob(site, { id, firstId: id }, job.hasRows, { rows: [], minted: 0 });
  }

  /**
   * A part of a batch, or what there is of it already where it was sent before. Its rows are kept: by them it is known
   * what was done.
   * @throws ApiError conflict where it can not be a part of this batch.
   */
  static beginPart(db: Db, site: SiteRef, job: Omit<NewJob, 'hasRows'>, part: BatchPart): Promise<BindJob> {
    return db.transaction(async (db) => {
      await lockBatch(db, site.id, part.batchId);
      const parts = await findParts(db, site.id, part.batchId);
      const [any] = parts;
      if (parts.some((stored) => stored.is_undone)) throw new ApiError('conflict', 'This import was undone');
      if (parts.some((stored) => !stored.has_rows)) {
        throw new ApiError('conflict', 'The rows of this import are no longer kept; send the file as a new one');
      }
      if (any !== undefined && part.fileSha256 !== null && any.file_sha256 !== part.fileSha256) {
        throw new ApiError('conflict', 'The other parts of this batch come from another file');
      }
      const stored = parts.find(({ line_offset: offset }) => offset === part.lineOffset);
      if (stored === undefined) {
        const fileSha256 = any?.file_sha256 ?? part.fileSha256 ?? job.fileSha256;
        const firstId = any?.first_id ?? null;
        const id = await insertBatchJob(db, site.id, { ...job, fileSha256, hasRows: true }, { ...part, firstId });
        return new BindJob(site, { id, firstId: firstId ?? id }, true, { rows: [], minted: 0 });
      }
      if (stored.part_sha256 !== part.partSha256) {
        throw new ApiError('conflict', 'This part was sent before with other content');
      }
      const recorded = { rows: await findRowsOfPart(db, site.id, stored.id), minted: stored.minted_identity };
      return new BindJob(site, { id: stored.id, firstId: stored.first_id }, true, recorded);
    });
  }

  /**
   * To be called in the transaction that binds the rows, so that no row is bound that the job does not know of.
   * @throws ApiError conflict where it was undone meanwhile, overloaded where another call has recorded these rows.
   */
  async keep(
    db: Db,
    done: { readonly rows: readonly (BoundRow | RefusedRow)[]; readonly minted: number },
    written: Omit<JobPart, 'rows'> = { made: [], moved: [], minted: [] },
  ): Promise<void> {
    if (done.rows.length === 0) return;
    const counts = { bound: 0, refreshed: 0, minted_identity: done.minted, bad_channel: 0, no_identity: 0, failed: 0 };
    for (const { outcome } of done.rows) counts[outcome] += 1;
    if (!(await addToJob(db, this.#site.id, this.#id, counts))) {
      throw new ApiError('conflict', 'This import was undone');
    }
    if (!this.#hasRows) return;
    if (!(await insertPart(db, this.#site.id, this.#id, { rows: done.rows.map(toRowResult), ...written }))) {
      throw new ApiError('overloaded', 'Another call is binding these rows; try again in a moment', {
        retryAfterSeconds: 1,
      });
    }
  }
}

/** A row as callers get it. */
export function toRowResult(row: BoundRow | RefusedRow): BindRowResult {
  const { line, outcome } = row;
  return 'code' in row
    ? { line, outcome, code: row.code, identity_id: null }
    : { line, outcome, code: null, identity_id: row.identityId };
}
