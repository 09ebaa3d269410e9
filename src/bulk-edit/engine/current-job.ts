import type { Job } from './job.ts';
import type { JobMarks } from './job-marks.ts';
import type { Receipt } from './job-receipt.ts';
import { writeReceipt } from './job-receipts.ts';
import { sayProgress } from './job-say.ts';
import { setJobView } from './job-store.ts';
import { viewOf } from './job-view.ts';

/** A view of 10,000 rows is not counted anew for each of them. */
const VIEW_MS = 100;
const SAVE_MS = 500;

/** The one job of this tab, and what it shows on the rows of the list. */
let current: { readonly job: Job; readonly marks: JobMarks } | null = null;
let viewTimer: ReturnType<typeof setTimeout> | undefined;
let savedAtMs = 0;

export function currentJob(): Job | null {
  return current?.job ?? null;
}

export function marksOf(job: Job): JobMarks | null {
  return current?.job === job ? current.marks : null;
}

export function setCurrentJob(next: typeof current): void {
  clearTimeout(viewTimer);
  viewTimer = undefined;
  current?.marks.clear(false);
  current = next;
  if (next === null) setJobView(null);
  else showJob();
}

export function isJobBusy(): boolean {
  const phase = current?.job.phase;
  return phase === 'running' || phase === 'pausing';
}

export function showJob(): void {
  clearTimeout(viewTimer);
  viewTimer = undefined;
  if (current === null) return;
  const view = viewOf(current.job, performance.now());
  setJobView(view);
  if (view.phase === 'running') sayProgress(view);
}

export function showJobSoon(): void {
  viewTimer ??= setTimeout(showJob, VIEW_MS);
}

export async function saveReceipt(receipt: Receipt): Promise<void> {
  savedAtMs = performance.now();
  await writeReceipt(receipt);
}

/** Where each ticket has a call of its own. What is missing after a crash is only sent again. */
export function saveReceiptNowAndThen(receipt: Receipt): void {
  if (performance.now() - savedAtMs > SAVE_MS) void saveReceipt(receipt);
}
