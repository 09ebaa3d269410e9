import { isLeft, isUndoable, type Job } from './job.ts';
import type { JobRow } from './receipt.ts';
import type { JobView } from './job-store.ts';

/** So long a job has to run before its speed means anything. */
const MIN_MS = 1_000;

/** What of a job is shown. */
export function viewOf(job: Job, nowMs: number): JobView {
  const { receipt } = job;
  const { rows } = receipt;
  const count = (state: JobRow['state']): number => rows.filter((row) => row.state === state).length;
  const ranMs = nowMs - job.runningSinceMs;
  return {
    id: receipt.id,
    patch: receipt.patch,
    startedAtMs: receipt.startedAtMs,
    mode: receipt.mode,
    phase: job.phase,
    pauseReason: job.pauseReason,
    error: job.error,
    hasBulk: receipt.hasBulk,
    total: rows.length,
    saved: count('saved'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    waiting: rows.filter(isLeft).length,
    undone: count('undone'),
    skipped: count('skipped'),
    undoable: rows.filter(isUndoable).length,
    failedRows: rows.filter(({ state }) => state === 'failed' || state === 'skipped'),
    perSecond: job.doneSince === 0 || ranMs < MIN_MS ? null : (job.doneSince * 1_000) / ranMs,
    isWaiting: job.waits > 0,
    before: commonBefore(rows),
  };
}

/** The values that all tickets had before, when they are known and one. */
function commonBefore(rows: readonly JobRow[]): JobRow['before'] {
  const changed = rows.filter(({ state }) => state !== 'unchanged' && state !== 'failed');
  const first = changed[0]?.before ?? null;
  if (first === null) return null;
  const text = JSON.stringify(first);
  return changed.every(({ before }) => before !== null && JSON.stringify(before) === text) ? first : null;
}
