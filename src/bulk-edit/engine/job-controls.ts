import * as z from 'zod/mini';
import { getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { onCall } from '#src/api/call-log.ts';
import { call } from '#src/api/call.ts';
import { displayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import type { Undoable, UndoKind, UndoOutcome } from '#src/undo/undo-entry.ts';
import { dropUndo, markUndo, offerUndo, recordChange, settleUndo } from '#src/undo/undo.ts';
import { describePatch } from '#src/ticket-edit/update/describe-patch.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { currentJob, isJobBusy, setCurrentJob, updateJobView } from './current-job.ts';
import { describeOutcome, describeRest } from './describe-outcome.ts';
import type { JobHooks } from './job-apply.ts';
import { withJobLock } from './job-lock.ts';
import { reconcileRows } from './job-prepare.ts';
import { JobRowStates } from './job-row-states.ts';
import { endStopped, runJob } from './job-run.ts';
import { jobStore, type JobView } from './job-store.ts';
import { viewOf } from './job-view.ts';
import { cachedTickets, isLeft, isUndoable, makeJob, rowsIn, type Job } from './job.ts';
import { messages } from './messages.ts';
import { setPanelVisibility } from './panel-visibility.ts';
import { readReceipts } from './receipt-store.ts';
import type { JobRow, Receipt } from './receipt.ts';

/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;
/** The status of a service that starts, stops, or has too much to do. */
const SERVICE_BUSY = 503;

interface JobWatcher {
  /** Whether the job is paused because nothing answered, or only a service that was busy. */
  readonly isCutOff: () => boolean;
  /** Something answers again. */
  readonly onAnswer: () => void;
  readonly onSignOut: () => void;
}

/** Watches the session and the connection for a job in this tab, until the returned function is called. */
function startJobWatch({ isCutOff, onAnswer, onSignOut }: JobWatcher): () => void {
  const answered = (): void => {
    if (isCutOff()) onAnswer();
  };
  const stops = [
    subscribeToSession(() => {
      if (sessionState().phase === 'out') onSignOut();
    }),
    // An answer to whatever call shows that the service can be reached again.
    onCall(({ end }) => {
      if (end !== null && end.status !== null && end.status !== SERVICE_BUSY) answered();
    }),
  ];
  const probe = setInterval(() => {
    if (isCutOff()) call(getWhoami).catch(() => undefined);
  }, PROBE_MS);
  addEventListener('online', answered);
  return () => {
    for (const stop of stops) stop();
    clearInterval(probe);
    removeEventListener('online', answered);
  };
}

const IDLE_MS = 50;

let stopWatch: (() => void) | null = null;

/** Paused because nothing answered, or only a service that was busy. */
function isCutOff(): boolean {
  const job = currentJob();
  if (job?.phase !== 'paused') return false;
  return job.pauseReason === 'network' || (job.error instanceof ApiFailure && job.error.status === SERVICE_BUSY);
}

/** Shows a receipt as the job of this tab; a job that was cut off stands paused. */
export function openJob(receipt: Receipt): void {
  watch();
  markSentUnsure(receipt);
  const rowStates = new JobRowStates(cachedTickets(), receipt.patch, (id) => void retryRows([id]));
  const job = makeJob(receipt);
  setCurrentJob({ job, rowStates });
  if (job.phase !== 'done')
    rowStates.show(
      receipt.rows.filter((row) => isLeft(row) || row.state === 'failed'),
      false,
    );
  setPanelVisibility('shown');
}

/** Shows a job whose set is being fixed, instead of the one before. */
export function openPreparing(view: JobView): void {
  closeJob();
  watch();
  jobStore.set(view);
  setPanelVisibility('shown');
}

function watch(): void {
  stopWatch ??= startJobWatch({ isCutOff, onAnswer: () => void resumeJob(), onSignOut: endAtSignOut });
}

/** What was on its way when the page went away may be saved or not. */
function markSentUnsure({ rows }: Receipt): void {
  for (const row of rows) if (row.state === 'sending') row.state = 'unsure';
}

/** Nothing of the site stays; what is on its way is not followed by more. */
function endAtSignOut(): void {
  currentJob()?.halt.abort();
  closeJob();
}

export function closeJob(): void {
  stopWatch?.();
  stopWatch = null;
  setCurrentJob(null);
  setPanelVisibility('none');
}

/** All rows of the job at hand, for its file. */
export function jobRows(): readonly JobRow[] {
  return currentJob()?.receipt.rows ?? [];
}

/** Begins with a set that was just fixed; the lock is held already. */
export async function beginJob(receipt: Receipt): Promise<void> {
  openJob(receipt);
  const job = currentJob();
  if (job === null) return;
  recordChange(undoableOf(job, receipt.rows.length));
  await runAndOffer(job);
}

export function pauseJob(): void {
  const job = currentJob();
  if (job?.phase !== 'running') return;
  job.phase = 'pausing';
  updateJobView();
  job.halt.abort();
}

/** What is on its way is finished, what is not begun stays as it is. */
export async function stopJob(): Promise<void> {
  const job = currentJob();
  if (job === null) return;
  if (!isJobBusy()) {
    await endStopped(job);
    return offerUndoOfJob(job);
  }
  job.isStopping = true;
  job.phase = 'pausing';
  updateJobView();
  job.halt.abort();
}

export async function resumeJob(): Promise<void> {
  const job = currentJob();
  if (job === null || isJobBusy()) return;
  await inLock(job, async () => {
    await rereadReceipt(job);
    await runAndOffer(job);
  });
}

/** Another tab may have gone on with the same job since this one read it. */
async function rereadReceipt({ receipt }: Job): Promise<void> {
  const kept = (await readReceipts(receipt.siteId)).find(({ id }) => id === receipt.id);
  if (kept === undefined) return;
  Object.assign(receipt, kept);
  markSentUnsure(receipt);
}

/** Runs only the rows that failed, over whatever the tickets are now. */
export async function retryRows(ids?: readonly bigint[]): Promise<void> {
  const job = currentJob();
  if (job === null || isJobBusy()) return;
  const { receipt } = job;
  const rows = rowsIn(job, 'failed').filter(({ id }) => ids === undefined || ids.includes(id));
  if (rows.length === 0) return;
  await inLock(job, () => {
    receipt.mode = 'apply';
    return runAndOffer(job, async ({ onRows, onWait }) => {
      const wait = { halt: job.halt.signal, onWait };
      if (receipt.hasBulk) await reconcileRows(rows, { patch: receipt.patch, isRetry: true, ...wait });
      else for (const row of rows) row.state = 'waiting';
      onRows(rows);
    });
  });
}

/** Takes back what was saved so far; a job that runs is stopped first. */
export async function undoJob(): Promise<void> {
  const job = currentJob();
  if (job === null) return;
  if (isJobBusy()) {
    await stopJob();
    await whenIdle(job);
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
  updateJobView();
  toast({ kind: 'info', text: messages.elsewhere });
}

function whenIdle(job: Job): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (job.phase === 'running' || job.phase === 'pausing') setTimeout(check, IDLE_MS);
      else resolve();
    };
    check();
  });
}

async function runAndOffer(job: Job, prepare?: (hooks: JobHooks) => Promise<void>): Promise<void> {
  const { mode } = job.receipt;
  const key = undoKeyOf(job.receipt);
  // What it offered before is out of date, or is being done right now.
  markUndo(key, mode === 'undo' ? 'undoing' : 'done');
  await runJob(job, prepare);
  if (mode === 'undo') settleUndo(key, undoOutcome(job));
  else offerUndoOfJob(job);
}

function offerUndoOfJob(job: Job): void {
  const count = rowsIn(job, 'saved').filter(isUndoable).length;
  if (job.phase !== 'done' && job.phase !== 'stopped') return;
  if (count === 0) dropUndo(undoKeyOf(job.receipt));
  else offerUndo(undoableOf(job, count));
}

function undoableOf(job: Job, count: number): Undoable {
  const done = `${messages.tickets(count, formatCount(count))} ${describePatch(job.receipt.patch, displayZone())}`;
  const rest = describeRest(viewOf(job, performance.now()));
  const text = rest === '' ? done : messages.and(done, rest);
  return { key: undoKeyOf(job.receipt), text, ...undoOfReceipt(job.receipt, job) };
}

function undoKeyOf({ id }: Receipt): string {
  return `job ${id}`;
}

/** The way back of a bulk change, now and after a reload. */
function undoOfReceipt(receipt: Receipt, job?: Job): Pick<Undoable, 'undo' | 'recipe'> {
  const recipe: z.output<typeof recipeOfJob> = { kind: 'job', receiptId: receipt.id };
  return { undo: () => undoReceipt(receipt, job), recipe };
}

const recipeOfJob = z.object({ kind: z.literal('job'), receiptId: z.string() });

/** Bulk changes, after a reload: what they changed is in their receipts. */
export const JOB_UNDO: UndoKind = {
  kind: 'job',
  async restore(siteId, changes) {
    const receipts = new Map((await readReceipts(siteId)).map((receipt) => [receipt.id, receipt]));
    return changes.map(({ recipe }) => {
      const { data } = recipeOfJob.safeParse(recipe);
      const receipt = data === undefined ? undefined : receipts.get(data.receiptId);
      return receipt === undefined ? null : undoOfReceipt(receipt);
    });
  },
};

/** From the history: another job may stand in the panel by now. */
async function undoReceipt(receipt: Receipt, job?: Job): Promise<UndoOutcome> {
  if (currentJob()?.receipt.id !== receipt.id) {
    if (isJobBusy()) {
      toast({ kind: 'info', text: messages.running });
      return { state: 'failed' };
    }
    openJob(job?.receipt ?? receipt);
  }
  await undoJob();
  const now = currentJob();
  return now === null ? { state: 'failed' } : undoOutcome(now);
}

function undoOutcome(job: Job): UndoOutcome {
  const left = rowsIn(job, 'saved').filter(isUndoable).length;
  if (job.phase !== 'done' || left > 0) return { state: 'failed' };
  const skipped = rowsIn(job, 'skipped').length;
  const undone = rowsIn(job, 'undone').length;
  if (skipped === 0) return { state: 'undone' };
  return { state: undone === 0 ? 'kept' : 'undone', note: describeOutcome(viewOf(job, performance.now())) };
}
