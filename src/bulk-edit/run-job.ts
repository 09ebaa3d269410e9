import { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { isFramed } from '#src/browser/storage.ts';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { applyBlocks, applySingles, JobRefused, undoRows } from './apply-rows.ts';
import { describeOutcome } from './describe-job.ts';
import { Halted } from './job-calls.ts';
import { jobStore, type JobView } from './job-store.ts';
import { currentJob, type Job } from './job.ts';
import { messages } from './messages.ts';
import { isLeft, isUndoable } from './receipt.ts';

/**
 * Goes through what is left of a job until it is done, halted, or cannot go on; which of them its phase says. To be
 * called by what holds the lock of jobs.
 */
export async function runJob(job: Job, prepare?: () => Promise<void>): Promise<void> {
  const { rows, mode, hasBulk } = job.receipt;
  job.begin();
  const count = rows.filter(mode === 'undo' ? isUndoable : isLeft).length;
  announce((mode === 'undo' ? messages.undoBegins : messages.begins)(count, formatCount(count)));
  const progress = jobStore.subscribe(progressAnnouncer());
  try {
    await prepare?.();
    if (mode === 'undo') await undoRows(job);
    else await (hasBulk ? applyBlocks : applySingles)(job);
    finish(job, null);
  } catch (error) {
    if (error instanceof JobRefused) finish(job, error.failure);
    else if (error instanceof Halted && job.isStopping) stopForGood(job);
    else pause(job, error);
  } finally {
    progress.unsubscribe();
  }
}

/** At most so often, in parts of the whole, a job says how far it is. */
const STEPS = 10;

function progressAnnouncer(): (view: JobView | null) => void {
  let announced = 0;
  return (view) => {
    if (view?.phase !== 'running') return;
    const { total, saved, unchanged, failed, waiting, undone, undoable } = view;
    const isUndo = view.mode === 'undo';
    const done = isUndo ? undone : saved + unchanged + failed;
    const step = Math.floor((STEPS * done) / Math.max(1, isUndo ? undone + undoable : total));
    if (step <= announced || step >= STEPS) return;
    announced = step;
    announce(messages.and(describeOutcome(view), messages.toDo(formatCount(isUndo ? undoable : waiting))));
  };
}

function finish(job: Job, refusal: ApiFailure | null): void {
  job.end('done', null, refusal);
  if (!job.isCurrent) return;
  if (job.receipt.mode === 'apply') job.showOnRows(false);
  announce(messages.ends(describeOutcome(job.view())));
  void refreshRows(job);
}

/** Tickets that are not begun stay as they are. */
export function stopForGood(job: Job): void {
  job.end('stopped', null, null);
  if (!job.isCurrent) return;
  announce(messages.stopped);
  job.rowStates.clear(true);
  if (job.receipt.mode === 'apply') job.showOnRows(false);
  void refreshRows(job);
}

function pause(job: Job, error: unknown): void {
  const isHalted = error instanceof Halted;
  const isSilent = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
  const reason = isHalted ? 'user' : isSilent ? 'network' : 'service';
  job.end('paused', reason, isHalted ? null : error);
  if (!job.isCurrent) return;
  // A ticket sent without an answer waits as well: its row says what the service said last.
  if (job.receipt.mode === 'apply') job.showOnRows(true);
  announce(messages.pausedBy[reason], isHalted ? 'polite' : 'assertive');
}

/** The rows that did not fail are what the list says. */
async function refreshRows(job: Job): Promise<void> {
  await invalidateTouched(bulkUpdateTickets);
  if (currentJob()?.isBusy !== true && job.isCurrent) job.rowStates.clear(true);
}

const LOCK = 'support-console:job';

// Absent on an address that the browser does not trust, such as plain HTTP in a local network, and refused in the frame of
// another site: every tab may then.
const locks: LockManager | undefined = isFramed ? undefined : globalThis.navigator?.locks;

/** Jobs of this tab follow each other: one that has just paused may still hold the lock. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the work unless another tab of this browser runs a job; false then. */
export function withJobLock(work: () => Promise<void>): Promise<boolean> {
  const turn = last.then(async () => {
    if (locks === undefined) {
      await work();
      return true;
    }
    return locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
  });
  last = turn.catch(() => undefined);
  return turn;
}
