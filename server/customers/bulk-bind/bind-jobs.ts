import type {
  BindJob,
  listBindJobs as ListBindJobs,
  listBindRows as ListBindRows,
  undoBindJob as UndoBindJob,
  UndoneImport,
} from '#contract/bind-jobs.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { Handler, Site, SiteRef } from '#server/operation/call.ts';
import {
  countJobs,
  deleteOldParts,
  findImport,
  findJobs,
  getJob,
  lockBatch,
  type ImportName,
  findRows,
} from './bind-jobs.sql.ts';
import {
  beginUndo,
  findPartsToUndo,
  markUndone,
  forceHashJoins,
  predictUndo,
  sumUndone,
  undoPart,
  countUntouched,
  findPartsWithMinted,
  removeMinted,
} from './undo-bind-job.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';

const KEEP_ROWS_MS = 30 * 86_400_000;
/** 23503: the former owner of a handle was deleted meanwhile. */
const FORMER_OWNER_DELETED = ['23503'];
/** Customers locked by one transaction; other writers wait for them. */
const CUSTOMERS_PER_TRANSACTION = 500;

/** GET bind_jobs: the imports. See docs/api.md, "Bind jobs". */
export const listBindJobs: Handler<typeof ListBindJobs> = async ({ db, site, query: { limit, skip, ...named } }) => {
  const name = nameOf(named);
  if (name !== null) {
    const firstId = await findImport(db, site.id, name);
    // Callers choose the batch id and use this to ask whether any part has arrived.
    if (firstId === undefined && 'batchId' in name) return { items: [], total_count: 0 };
    return { items: [await find(db, site, firstId)].slice(skip, skip + limit), total_count: 1 };
  }
  const items = await findJobs(db, site.id, { limit, skip });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countJobs(db, site.id) };
};

/** GET bind_jobs with rows=1: the outcome of each row of one import. */
export const listBindRows: Handler<typeof ListBindRows> = async ({ db, site, query }) => {
  const { outcome, limit, skip } = query;
  const firstId = await findImport(db, site.id, requireName(query));
  if (firstId === undefined) throw noSuchImport();
  return findRows(db, site.id, firstId, { outcome, limit, skip });
};

/**
 * POST bind_jobs: undoes an import part by part, last part first, then deletes the customers it created that nothing has
 * been added to since. An interrupted call can be repeated.
 * @throws ApiError not_found, conflict if it is already undone or has no rows, unbind_failed without channels
 */
export const undoBindJob: Handler<typeof UndoBindJob> = ({ db, site, actor, now, body }) =>
  undoImport(db, site, requireName(body), { context: { actor, now }, isDry: body.dry_run === true });

export interface UndoOptions {
  readonly context: AuditContext;
  /** Only returns the counts. */
  readonly isDry: boolean;
}

export async function undoImport(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  name: ImportName,
  { context: { actor, now }, isDry }: UndoOptions,
): Promise<UndoneImport> {
  if (site.undeployed.includes('channels'))
    throw new ApiError('unbind_failed', 'Channels are not deployed for this site');
  const job = await find(db, site, await findImport(db, site.id, name));
  if (job.state === 'undone') throw alreadyUndone();
  if (!job.has_rows) {
    throw new ApiError(
      'conflict',
      'The results of the rows of this import are not stored: send rows=1, and undo it within 30 days',
    );
  }
  if (isDry) return db.transaction((db) => previewUndo(db, site, job.id));
  await db.transaction(async (db) => {
    if (job.batch_id !== null) await lockBatch(db, site.id, job.batch_id);
    await beginUndo(db, site.id, job.id, now);
  });
  for (const part of await findPartsToUndo(db, site.id, job.id)) {
    const undo = async (db: Db) => {
      await lockBindings(db, site.id, 'alone');
      await undoPart(db, site.id, part, now);
    };
    await retryConflicts(db, undo, FORMER_OWNER_DELETED);
  }
  for (const part of await findPartsWithMinted(db, site.id, job.id)) {
    const remove = (db: Db) => removeMinted(db, site.id, part, CUSTOMERS_PER_TRANSACTION);
    while ((await retryConflicts(db, remove)) > 0);
  }
  return db.transaction(async (db) => {
    if (!(await markUndone(db, site.id, job.id, now))) throw alreadyUndone();
    const counts = await sumUndone(db, site.id, job.id);
    const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
    const entry: AuditEntry = { action: 'channel.bulk_undo', objectType: 'import', objectId: String(job.id), changes };
    await recordAudit(db, site, entry, { actor, now });
    return counts;
  }, FEW_IDS);
}

/** Counts what is already undone of an import plus what undoing the rest would do. */
async function previewUndo(db: Db, site: SiteRef, firstId: bigint): Promise<UndoneImport> {
  await forceHashJoins(db);
  const soFar = await sumUndone(db, site.id, firstId);
  const rest = await predictUndo(db, site.id, firstId);
  const staying = new Set(rest.staying);
  let removed = soFar.removed_identities;
  for (const part of await findPartsWithMinted(db, site.id, firstId)) {
    removed += await countUntouched(db, site.id, part, staying);
  }
  return {
    unbound: soFar.unbound + rest.unbound,
    moved_back: soFar.moved_back + rest.moved_back,
    skipped: soFar.skipped + rest.skipped,
    removed_identities: removed,
  };
}

interface Named {
  readonly id?: bigint | undefined;
  readonly batch_id?: string | undefined;
}

function nameOf({ id, batch_id: batchId }: Named): ImportName | null {
  if (id !== undefined && batchId !== undefined) throw fieldError('batch_id', 'can not be combined with id');
  if (id !== undefined) return { id };
  return batchId === undefined ? null : { batchId };
}

function requireName(named: Named): ImportName {
  const name = nameOf(named);
  if (name === null) throw new ApiError('missing_field', 'id or batch_id is required');
  return name;
}

async function find(db: Db, site: SiteRef, firstId: bigint | undefined): Promise<BindJob> {
  const job = firstId === undefined ? undefined : await getJob(db, site.id, firstId);
  if (job === undefined) throw noSuchImport();
  return job;
}

export async function removeOldImportRows(db: Db, site: SiteRef, now: Date): Promise<void> {
  await deleteOldParts(db, site.id, new Date(now.getTime() - KEEP_ROWS_MS));
}

function noSuchImport(): ApiError {
  return new ApiError('not_found', 'There is no such import');
}

function alreadyUndone(): ApiError {
  return new ApiError('conflict', 'This import was already undone');
}
