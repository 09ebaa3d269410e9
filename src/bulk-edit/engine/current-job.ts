import type { Job } from './job.ts';
import type { JobRowStates } from './job-row-states.ts';
import type { Receipt } from './receipt.ts';
import { writeReceipt } from './receipt-store.ts';
import { announceProgress } from './job-announcements.ts';
import { jobStore } from './job-store.ts';
import { viewOf } from './job-view.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';

/** A view of 10,000 rows is not counted anew for each of them. */
const VIEW_MS = 100;
const SAVE_MS = 500;

/** The one job of this tab, and what it shows on the rows of the list. */
let current: { readonly job: Job; readonly rowStates: JobRowStates } | null = null;
let viewTimer: ReturnType<typeof setTimeout> | undefined;
let savedAtMs = 0;

export function currentJob(): Job | null {
  return current?.job ?? null;
}

export function rowStatesOf(job: Job): JobRowStates | null {
  return current?.job === job ? current.rowStates : null;
}

export function setCurrentJob(next: typeof current): void {
  clearTimeout(viewTimer);
  viewTimer = undefined;
  current?.rowStates.clear(false);
  current = next;
  reportUnsent('tickets', countToDo);
  if (next === null) jobStore.set(null);
  else updateJobView();
}

export function isJobBusy(): boolean {
  const phase = current?.job.phase;
  return phase === 'running' || phase === 'pausing';
}

/** Nothing of a job goes on after a sign-out, nor can it be taken up again. */
function countToDo(): number {
  const phase = current?.job.phase;
  return phase === 'done' || phase === 'stopped' ? 0 : (jobStore.get()?.waiting ?? 0);
}

export function updateJobView(): void {
  clearTimeout(viewTimer);
  viewTimer = undefined;
  if (current === null) return;
  const view = viewOf(current.job, performance.now());
  jobStore.set(view);
  if (view.phase === 'running') announceProgress(view);
}

export function scheduleJobView(): void {
  viewTimer ??= setTimeout(updateJobView, VIEW_MS);
}

export async function saveReceipt(receipt: Receipt): Promise<void> {
  savedAtMs = performance.now();
  await writeReceipt(receipt);
}

/** Where each ticket has a call of its own. What is missing after a crash is only sent again. */
export function saveReceiptThrottled(receipt: Receipt): void {
  if (performance.now() - savedAtMs > SAVE_MS) void saveReceipt(receipt);
}
