import { call } from '#src/api/call.ts';
import { onCall } from '#src/api/call-log.ts';
import { getWhoami } from '#src/api/endpoints.ts';
import { displayZone } from '#src/api/display-zone.ts';
import { sessionState, subscribeToSession } from '#src/api/session-store.ts';
import { formatCount } from '#src/format/number.ts';
import { toast } from '#src/ui/toast-store.ts';
import { describePatch } from './describe-change.ts';
import { cachedTickets, isLeft, isUndoable, makeJob, rowsIn, type Job } from './job.ts';
import type { JobHooks } from './job-apply.ts';
import { currentJob, isJobBusy, setCurrentJob, showJob } from './job-current.ts';
import { withJobLock } from './job-lock.ts';
import { JobMarks } from './job-marks.ts';
import { messages } from './job-messages.ts';
import { setJobPlace } from './job-place.ts';
import { lookAt } from './job-prepare.ts';
import type { JobRow, Receipt } from './job-receipt.ts';
import { readReceipts } from './job-receipts.ts';
import { endStopped, runJob } from './job-run.ts';
import { offerUndo } from './undo.ts';

const IDLE_MS = 50;
/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;

subscribeToSession(() => {
  if (sessionState().phase !== 'out') return;
  currentJob()?.halt.abort();
  closeJob();
});

// An answer to whatever call tells that the service can be reached again.
onCall(({ end }) => {
  if (end !== null && end.status !== null) goOn();
});
addEventListener('online', goOn);
setInterval(() => {
  if (isCutOff()) call(getWhoami).catch(() => undefined);
}, PROBE_MS);

function goOn(): void {
  if (isCutOff()) void resumeJob();
}

/** Paused because nothing answered. */
function isCutOff(): boolean {
  const job = currentJob();
  return job?.phase === 'paused' && job.pauseReason === 'network';
}

/** Shows a receipt as the job of this tab; a job that was cut off stands paused. */
export function openJob(receipt: Receipt): void {
  distrustSent(receipt);
  const marks = new JobMarks(cachedTickets(), receipt.patch, (id) => void retryRows([id]));
  const job = makeJob(receipt);
  setCurrentJob({ job, marks });
  if (job.phase !== 'done')
    marks.show(
      receipt.rows.filter((row) => isLeft(row) || row.state === 'failed'),
      false,
    );
  setJobPlace('shown');
}

/** What was on its way when the page went away may be saved or not. */
function distrustSent({ rows }: Receipt): void {
  for (const row of rows) if (row.state === 'sending') row.state = 'unsure';
}

export function closeJob(): void {
  setCurrentJob(null);
  setJobPlace('none');
}

/** All rows of the job at hand, for its file. */
export function jobRows(): readonly JobRow[] {
  return currentJob()?.receipt.rows ?? [];
}

/** Begins with a set that was just fixed; the lock is held already. */
export async function beginJob(receipt: Receipt): Promise<void> {
  openJob(receipt);
  const job = currentJob();
  if (job !== null) await runAndOffer(job);
}

export function pauseJob(): void {
  const job = currentJob();
  if (job?.phase !== 'running') return;
  job.phase = 'pausing';
  showJob();
  job.halt.abort();
}

/** What is on its way is finished, what is not begun stays as it is. */
export async function stopJob(): Promise<void> {
  const job = currentJob();
  if (job === null) return;
  if (!isJobBusy()) return endStopped(job);
  job.isStopping = true;
  job.phase = 'pausing';
  showJob();
  job.halt.abort();
}

export async function resumeJob(): Promise<void> {
  const job = currentJob();
  if (job === null || isJobBusy()) return;
  await inLock(job, async () => {
    await readAgain(job);
    await runAndOffer(job);
  });
}

/** Another tab may have gone on with the same job since this one read it. */
async function readAgain({ receipt }: Job): Promise<void> {
  const kept = (await readReceipts(receipt.siteId)).find(({ id }) => id === receipt.id);
  if (kept === undefined) return;
  Object.assign(receipt, kept);
  distrustSent(receipt);
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
      const turn = { halt: job.halt.signal, onWait };
      if (receipt.hasBulk) await lookAt(rows, { patch: receipt.patch, isRetry: true, ...turn });
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
  showJob();
  toast({ kind: 'info', text: messages.elsewhere });
}

function whenIdle(job: Job): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (job.phase === 'running' || job.phase === 'pausing') setTimeout(look, IDLE_MS);
      else resolve();
    };
    look();
  });
}

async function runAndOffer(job: Job, prepare?: (hooks: JobHooks) => Promise<void>): Promise<void> {
  await runJob(job, prepare);
  const { mode, patch } = job.receipt;
  const count = rowsIn(job, 'saved').filter(isUndoable).length;
  if (job.phase !== 'done' || mode !== 'apply' || count === 0) return;
  const text = `${messages.tickets(count, formatCount(count))} ${describePatch(patch, displayZone())}`;
  offerUndo({ text, undo: () => undoReceipt(job) });
}

/** From a toast: another job may stand in the panel by now. */
async function undoReceipt(job: Job): Promise<void> {
  if (currentJob() !== job) {
    if (isJobBusy()) return void toast({ kind: 'info', text: messages.running });
    openJob(job.receipt);
  }
  await undoJob();
}
