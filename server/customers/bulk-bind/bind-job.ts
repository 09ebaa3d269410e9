import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { RefusedRow } from '#contract/bind-row.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
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
import { isRefused, refuseAsInternalError, type BoundRow, type ChunkRow } from './bind-plan.ts';

/** One part of a file sent in several calls. */
export interface BatchPart extends PartKey {
  /** Hash of the whole file; null if the caller did not send it. */
  readonly fileSha256: string | null;
}

/** The recorded results of a part that was sent before. */
interface Recorded {
  /** In file order. */
  readonly rows: readonly BindRowResult[];
  readonly minted: number;
}

/** Records an import: the sender, the file, and the outcome of its rows. */
export class BindJob {
  /** Id of the first part, which is the id of the import. */
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
   * Begins a part of a batch, or resumes one that was sent before from its recorded rows.
   * @throws ApiError conflict if it cannot be a part of this batch
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
    }, FEW_IDS);
  }

  /**
   * Records results. Call it in the transaction that binds the rows, so that every bound row is recorded.
   * @throws ApiError conflict if the import was undone meanwhile, overloaded if another call has recorded these rows
   */
  async record(
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

/** The API form of a row. */
export function toRowResult(row: BoundRow | RefusedRow): BindRowResult {
  const { line, outcome } = row;
  return 'code' in row
    ? { line, outcome, code: row.code, identity_id: null }
    : { line, outcome, code: null, identity_id: row.identityId };
}

/** Consecutive rows that are all unbound or all recorded. */
type Run = { readonly open: readonly ChunkRow[] } | { readonly recorded: readonly (BoundRow | RefusedRow)[] };

/** Rows of a part that an earlier call recorded. Their results are repeated, and they are not bound again. */
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
        run.recorded.push(repeatResult(row, result));
      } else {
        runs.push({ recorded: [repeatResult(row, result)] });
      }
    }
    return runs;
  }
}

function repeatResult(row: ChunkRow, { line, outcome, identity_id: identityId }: BindRowResult): BoundRow | RefusedRow {
  if (outcome === 'bound' || outcome === 'refreshed') return { line, outcome, identityId };
  return isRefused(row) ? row : refuseAsInternalError(row);
}
