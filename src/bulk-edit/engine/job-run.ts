import { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { isLeft, isUndoable, rowsIn, type Job } from './job.ts';
import { applyBlocks, applySingles, JobRefused, type JobHooks } from './job-apply.ts';
import {
  currentJob,
  isJobBusy,
  rowStatesOf,
  saveReceipt,
  saveReceiptThrottled,
  updateJobView,
  scheduleJobView,
} from './current-job.ts';
import { announceBegin, announceEnd, announcePause } from './job-announcements.ts';
import type { PauseReason } from './job-store.ts';
import { Halted } from './call-when-allowed.ts';
import { undoRows } from './job-undo.ts';
import { viewOf } from './job-view.ts';

/**
 * Goes through what is left of a job until it is done, halted, or cannot go on; which of them its phase says. To be
 * called by whoever holds the lock of jobs.
 */
export async function runJob(job: Job, prepare?: (hooks: JobHooks) => Promise<void>): Promise<void> {
  const { receipt } = job;
  Object.assign(job, { phase: 'running', pauseReason: null, error: null, isStopping: false, waits: 0, doneSince: 0 });
  job.halt = new AbortController();
  job.runningSinceMs = performance.now();
  receipt.phase = 'running';
  const hooks = hooksOf(job);
  const { rows, mode } = receipt;
  addEventListener('beforeunload', askBeforeLeaving);
  updateJobView();
  announceBegin(mode, rows.filter(mode === 'undo' ? isUndoable : isLeft).length);
  try {
    await prepare?.(hooks);
    if (mode === 'undo') await undoRows(job, hooks);
    else if (receipt.hasBulk) await applyBlocks(job, hooks);
    else await applySingles(job, hooks);
    await finish(job);
  } catch (error) {
    await interrupt(job, error);
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

function hooksOf(job: Job): JobHooks {
  const { receipt } = job;
  return {
    onRows(rows) {
      job.doneSince += rows.filter((row) => !isLeft(row)).length;
      if (receipt.mode === 'apply') rowStatesOf(job)?.show(rows, true);
      else rowStatesOf(job)?.clear(false);
      scheduleJobView();
      if (!receipt.hasBulk) saveReceiptThrottled(receipt);
    },
    onWait(isWaiting) {
      job.waits = Math.max(0, job.waits + (isWaiting ? 1 : -1));
      scheduleJobView();
    },
    save: () => saveReceipt(receipt),
  };
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function finish(job: Job): Promise<void> {
  job.phase = 'done';
  job.receipt.phase = 'done';
  await saveReceipt(job.receipt);
  if (currentJob() !== job) return;
  updateJobView();
  showFailed(job);
  announceEnd(viewOf(job, performance.now()));
  void refreshRows(job);
}

function showFailed(job: Job): void {
  if (job.receipt.mode === 'apply') rowStatesOf(job)?.show(rowsIn(job, 'failed'), false);
}

/** What was sent without an answer waits as well: its row says what the service said last. */
function showLeft(job: Job): void {
  showFailed(job);
  if (job.receipt.mode === 'apply') rowStatesOf(job)?.show(job.receipt.rows.filter(isLeft), false);
}

/** What failed says so on its row; the others are what the list says. */
async function refreshRows(job: Job): Promise<void> {
  await invalidateTouched(bulkUpdateTickets);
  if (!isJobBusy()) rowStatesOf(job)?.clear(true);
}

async function interrupt(job: Job, error: unknown): Promise<void> {
  if (error instanceof Halted && job.isStopping) return endStopped(job);
  if (error instanceof JobRefused) {
    job.error = error.failure;
    return finish(job);
  }
  job.phase = 'paused';
  job.pauseReason = pauseReasonOf(error);
  job.error = error instanceof Halted ? null : error;
  job.receipt.phase = 'paused';
  await saveReceipt(job.receipt);
  if (currentJob() !== job) return;
  updateJobView();
  showLeft(job);
  announcePause(job.pauseReason);
}

function pauseReasonOf(error: unknown): PauseReason {
  if (error instanceof Halted) return 'user';
  const isSilent = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
  return isSilent ? 'network' : 'service';
}

/** What is not begun stays as it is. */
export async function endStopped(job: Job): Promise<void> {
  job.error = null;
  job.pauseReason = null;
  job.phase = 'stopped';
  job.receipt.phase = 'stopped';
  await saveReceipt(job.receipt);
  if (currentJob() !== job) return;
  updateJobView();
  announcePause('stopped');
  rowStatesOf(job)?.clear(true);
  showFailed(job);
  void refreshRows(job);
}
