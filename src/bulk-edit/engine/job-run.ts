import { ApiFailure } from '#src/api/api-failure.ts';
import { isLeft, isUndoable, rowsIn, type Job } from './job.ts';
import { applyBlocks, applySingles, JobRefused, type JobHooks } from './job-apply.ts';
import {
  currentJob,
  isJobBusy,
  marksOf,
  saveReceipt,
  saveReceiptNowAndThen,
  showJob,
  showJobSoon,
} from './job-current.ts';
import { sayBegin, sayEnd, sayPause } from './job-say.ts';
import type { PauseReason } from './job-store.ts';
import { Halted } from './job-turn.ts';
import { undoRows } from './job-undo.ts';
import { viewOf } from './job-view.ts';
import { refreshNow } from './put-tickets.ts';

/**
 * Goes through what is left of a job until it is done, halted, or cannot go on; which of them its phase tells. To be
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
  showJob();
  sayBegin(mode, rows.filter(mode === 'undo' ? isUndoable : isLeft).length);
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
      if (receipt.mode === 'apply') marksOf(job)?.show(rows, true);
      else marksOf(job)?.clear(false);
      showJobSoon();
      if (!receipt.hasBulk) saveReceiptNowAndThen(receipt);
    },
    onWait(isWaiting) {
      job.waits = Math.max(0, job.waits + (isWaiting ? 1 : -1));
      showJobSoon();
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
  showJob();
  showFailed(job);
  sayEnd(viewOf(job, performance.now()));
  void refreshRows(job);
}

function showFailed(job: Job): void {
  if (job.receipt.mode === 'apply') marksOf(job)?.show(rowsIn(job, 'failed'), false);
}

/** What failed keeps its mark; the others are what the list says. */
async function refreshRows(job: Job): Promise<void> {
  await refreshNow();
  if (!isJobBusy()) marksOf(job)?.clear(true);
}

async function interrupt(job: Job, error: unknown): Promise<void> {
  if (error instanceof Halted && job.isStopping) return endStopped(job);
  if (error instanceof JobRefused) {
    job.error = error.failure;
    return finish(job);
  }
  job.phase = 'paused';
  job.pauseReason = reasonOf(error);
  job.error = error instanceof Halted ? null : error;
  job.receipt.phase = 'paused';
  await saveReceipt(job.receipt);
  if (currentJob() !== job) return;
  showJob();
  showFailed(job);
  sayPause(job.pauseReason);
}

function reasonOf(error: unknown): PauseReason {
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
  showJob();
  sayPause('stopped');
  marksOf(job)?.clear(true);
  showFailed(job);
  void refreshRows(job);
}
