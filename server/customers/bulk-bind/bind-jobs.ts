import type {
  listBindJobs as ListBindJobs,
  listBindRows as ListBindRows,
  undoBindJob as UndoBindJob,
} from '#contract/bind-jobs.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import {
  countJobs,
  deleteOldParts,
  findJobRows,
  findJobs,
  findPartsToUndo,
  getJob,
  markUndone,
  sumUndone,
  undoPart,
  type UndoneCounts,
} from './bind-jobs.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';

const KEEP_ROWS_MS = 90 * 86_400_000;
/** A customer whom a handle was to go back to was removed meanwhile. */
const FORMER_IS_GONE = ['23503'];

/** GET bind_jobs: the imports. See docs/api.md, "Bind jobs". */
export const listBindJobs: Handler<typeof ListBindJobs> = async ({ db, site, query: { id, limit, skip } }) => {
  if (id !== undefined) {
    const job = await getJob(db, site.id, id);
    if (job === undefined) throw noSuchImport();
    return { items: [job], total_count: 1 };
  }
  const items = await findJobs(db, site.id, { limit, skip });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countJobs(db, site.id) };
};

/** GET bind_jobs with rows=1: what became of the rows of one import. */
export const listBindRows: Handler<typeof ListBindRows> = async ({ db, site, query: { id, outcome, limit, skip } }) => {
  if (id === undefined) throw new ApiError('missing_field', 'id or batch_id is required');
  if ((await getJob(db, site.id, id)) === undefined) throw noSuchImport();
  const rows = (await findJobRows(db, site.id, id)).filter((row) => outcome === undefined || row.outcome === outcome);
  return { items: rows.slice(skip, skip + limit), total_count: rows.length };
};

/**
 * POST bind_jobs: undoes an import part by part, the last first. A call that was cut off can be sent again for the
 * rest.
 * @throws ApiError not_found, conflict where it is undone already or has no rows, unbind_failed without channels.
 */
export const undoBindJob: Handler<typeof UndoBindJob> = ({ db, site, actor, now, body: { id } }) => {
  if (id === undefined) throw new ApiError('missing_field', 'id or batch_id is required');
  return undoImport(db, site, id, { actor, now });
};

/** As `undoBindJob`. */
export async function undoImport(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  id: bigint,
  { actor, now }: AuditContext,
): Promise<UndoneCounts> {
  if (site.undeployed.includes('channels'))
    throw new ApiError('unbind_failed', 'Channels are not deployed for this site');
  const job = await getJob(db, site.id, id);
  if (job === undefined) throw noSuchImport();
  if (job.state === 'undone') throw alreadyUndone();
  if (!job.has_rows) throw new ApiError('conflict', 'What became of the rows of this import was not kept; send rows=1');
  for (const partId of await findPartsToUndo(db, site.id, job.id)) {
    const undo = async (db: Db) => {
      await lockBindings(db, site.id, 'alone');
      await undoPart(db, site.id, { jobId: job.id, id: partId }, now);
    };
    await retryConflicts(db, undo, FORMER_IS_GONE);
  }
  return db.transaction(async (db) => {
    if (!(await markUndone(db, site.id, job.id, now))) throw alreadyUndone();
    const counts = await sumUndone(db, site.id, job.id);
    const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
    const entry = { action: 'channel.bulk_undo', objectType: 'import', objectId: String(job.id), changes };
    await recordAudit(db, site, entry, { actor, now });
    return counts;
  });
}

/** @param db The owner's handle: over all sites. */
export async function removeOldImportRows(db: Db, now: Date): Promise<void> {
  await deleteOldParts(db, new Date(now.getTime() - KEEP_ROWS_MS));
}

function noSuchImport(): ApiError {
  return new ApiError('not_found', 'There is no such import');
}

function alreadyUndone(): ApiError {
  return new ApiError('conflict', 'This import is undone already');
}
