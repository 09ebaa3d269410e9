import { getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { onCall } from '#src/api/call-log.ts';
import { call } from '#src/api/call.ts';
import { displayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { describePatch } from '#src/ticket-edit/update/describe-change.ts';
import { isField } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { type beginUndo, markUndo, offerUndo, retractUndo, settleUndo } from '#src/undo/undo.ts';
import { reconcileRows } from './apply-rows.ts';
import { describeOutcome, describeRest } from './describe-job.ts';
import { jobStore, panelVisibility } from './job-store.ts';
import { currentJob, Job, setCurrentJob } from './job.ts';
import { messages } from './messages.ts';
import { isUndoable, type JobRow, type Receipt } from './receipt.ts';
import { runJob, stopForGood, withJobLock } from './run-job.ts';

/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;
/** The status of a service that starts, stops, or has too much to do. */
const SERVICE_BUSY = 503;

let stopWatch: (() => void) | null = null;

/** Watches the session and the connection for the job of this tab, until the returned function is called. */
function startWatch(): () => void {
  const onAnswer = (): void => {
    if (isCutOff()) void resumeJob();
  };
  const stops = [
    // Nothing of the site stays; what is on its way is not followed by more.
    subscribeToSession(() => {
      if (sessionState().phase !== 'out') return;
      currentJob()?.stopSending();
      closeJob();
    }),
    // An answer to whatever call shows that the service can be reached again.
    onCall(({ end }) => {
      if (end !== null && end.status !== null && end.status !== SERVICE_BUSY) onAnswer();
    }),
  ];
  const probe = setInterval(() => {
    if (isCutOff()) call(getWhoami).catch(() => undefined);
  }, PROBE_MS);
  addEventListener('online', onAnswer);
  addEventListener('beforeunload', askBeforeLeaving);
  return () => {
    for (const stop of stops) stop();
    clearInterval(probe);
    removeEventListener('online', onAnswer);
    removeEventListener('beforeunload', askBeforeLeaving);
  };
}

/** What is left of a job ends with the page. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  const phase = currentJob()?.phase;
  if (phase === 'running' || phase === 'pausing' || phase === 'paused') event.preventDefault();
}

/** Paused because nothing answered, or only a service that was busy. */
function isCutOff(): boolean {
  const job = currentJob();
  if (job?.phase !== 'paused') return false;
  return job.pauseReason === 'network' || (job.error instanceof ApiFailure && job.error.status === SERVICE_BUSY);
}

/** Makes a job and shows it as that of this tab. @param expected see `Job` */
export function openJob(receipt: Receipt, expected: number): Job {
  const job = new Job(receipt, (id) => void retryRows([id]), expected);
  showJob(job);
  return job;
}

function showJob(job: Job): void {
  stopWatch ??= startWatch();
  setCurrentJob(job);
  // The panel takes the place of the open ticket: keep it hidden where it is hidden, and while the user writes.
  panelVisibility.set((before) => (before === 'hidden' || isField(document.activeElement) ? 'hidden' : 'shown'));
}

export function closeJob(): void {
  stopWatch?.();
  stopWatch = null;
  setCurrentJob(null);
  panelVisibility.set('none');
}

export function jobRows(): readonly JobRow[] {
  return currentJob()?.receipt.rows ?? [];
}

/**
 * Begins with a set that was just fixed; the lock is held already.
 * @param settleUndo its place among what Ctrl Z takes back
 */
export async function beginJob(job: Job, settleUndo: ReturnType<typeof beginUndo>): Promise<void> {
  job.showOnRows(true);
  const isOver = runAndOffer(job);
  // Where it was asked for already, the undo stops the job, which is under way by now.
  settleUndo(undoableOf(job, job.receipt.rows.length), true);
  await isOver;
}

export function pauseJob(): void {
  const job = currentJob();
  if (job?.phase === 'running') job.stopSending();
}

/** Finishes what is on its way; the rest stays as it is. */
export function stopJob(): void {
  const job = currentJob();
  if (job === null) return;
  if (job.isBusy) {
    job.isStopping = true;
    job.stopSending();
  } else {
    stopForGood(job);
    offerUndoOfJob(job);
  }
}

export async function resumeJob(): Promise<void> {
  const job = currentJob();
  if (job === null || job.isBusy) return;
  await inLock(job, () => runAndOffer(job));
}

/** Runs only the rows that failed, over whatever the tickets are now. */
export async function retryRows(ids?: readonly bigint[]): Promise<void> {
  const job = currentJob();
  if (job === null || job.isBusy) return;
  const rows = job.rowsIn('failed').filter(({ id }) => ids === undefined || ids.includes(id));
  if (rows.length === 0) return;
  await inLock(job, () => {
    job.receipt.mode = 'apply';
    return runAndOffer(job, async () => {
      if (job.receipt.hasBulk) await reconcileRows(job, rows, true);
      else for (const row of rows) row.state = 'waiting';
      job.onRows(rows);
    });
  });
}

/** Takes back what was saved so far; a job that runs is stopped first. */
export async function undoJob(): Promise<void> {
  const job = currentJob();
  if (job === null) return;
  if (job.isBusy) {
    stopJob();
    await whenIdle(job);
    if (!job.isCurrent) return;
  }
  await inLock(job, () => {
    job.receipt.mode = 'undo';
    return runAndOffer(job);
  });
}

async function inLock(job: Job, work: () => Promise<void>): Promise<void> {
  const { phase } = job;
  // Before anything is waited for: a second press finds it busy.
  job.phase = 'running';
  if (await withJobLock(work)) return;
  job.phase = phase;
  job.showView();
  toast({ kind: 'info', text: messages.elsewhere });
}

function whenIdle(job: Job): Promise<void> {
  if (!job.isBusy) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { unsubscribe } = jobStore.subscribe(() => {
    if (!job.isBusy || !job.isCurrent) resolve();
  });
  return promise.finally(unsubscribe);
}

async function runAndOffer(job: Job, prepare?: () => Promise<void>): Promise<void> {
  const { mode } = job.receipt;
  const key = undoKeyOf(job.receipt);
  // The undo that it offered before is out of date, or is being done right now.
  markUndo(key, mode === 'undo' ? 'undoing' : 'done');
  await runJob(job, prepare);
  untellRest(job);
  if (mode === 'undo') settleUndo(key, undoOutcome(job));
  else offerUndoOfJob(job);
}

function untellRest(job: Job): void {
  const { rows } = job.receipt;
  const isLost = ({ state }: JobRow): boolean =>
    state === 'failed' || state === 'undone' || (state === 'waiting' && job.phase === 'stopped');
  job.untell(rows.filter(isLost).map(({ id }) => id));
}

function offerUndoOfJob(job: Job): void {
  if (job.phase !== 'done' && job.phase !== 'stopped') return;
  const count = job.receipt.rows.filter(isUndoable).length;
  if (count === 0) retractUndo(undoKeyOf(job.receipt));
  else offerUndo(undoableOf(job, count));
}

function undoableOf(job: Job, count: number): Undoable {
  const done = `${messages.tickets(count, formatCount(count))} ${describePatch(job.receipt.patch, displayZone())}`;
  const rest = describeRest(job.view());
  const text = rest === '' ? done : messages.and(done, rest);
  return { key: undoKeyOf(job.receipt), text, undo: () => undoFromStack(job) };
}

function undoKeyOf({ id }: Pick<Receipt, 'id'>): string {
  return `job ${id}`;
}

/** Another job may be in the panel by now. */
async function undoFromStack(job: Job): Promise<UndoOutcome> {
  if (!job.isCurrent) {
    if (currentJob()?.isBusy === true) {
      toast({ kind: 'info', text: messages.running });
      return { state: 'failed' };
    }
    showJob(job);
  }
  await undoJob();
  return undoOutcome(job);
}

/** Its tickets were put back otherwise: it offers no undo any more. */
export function forgetJob(id: string): void {
  retractUndo(undoKeyOf({ id }));
  if (currentJob()?.receipt.id === id) closeJob();
}

function undoOutcome(job: Job): UndoOutcome {
  if (job.phase !== 'done' || job.receipt.rows.some(isUndoable)) return { state: 'failed' };
  const note = describeOutcome(job.view());
  if (job.rowsIn('skipped').length === 0) return { state: 'undone' };
  return { state: job.rowsIn('undone').length === 0 ? 'kept' : 'undone', note };
}
