import { createAtom, useSelector } from '@tanstack/react-store';
import { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import type { Ticket } from '#contract/tickets.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { showFailure } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { displayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { isBusy, Job, sendUntil, Stopped } from '#src/jobs/job.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { changedFields } from '#src/ticket-edit/update/apply-patch.ts';
import { changeOf, setChanges, type TicketChange, type TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { describePatch } from '#src/ticket-edit/update/describe-change.ts';
import { sendMessagesWithStatus, whenSent } from '#src/ticket-edit/update/change-ticket.ts';
import { cachedTickets } from '#src/ticket-edit/update/ticket-cache.ts';
import { isField } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { beginUndo, offerUndo, retractUndo } from '#src/undo/undo.ts';
import { applyWork, isLeft, isUndoable, type BulkChange, undoWork } from './bulk-calls.ts';
import { listSet, readSubjects, type BulkRow, type BulkSelection } from './bulk-set.ts';
import { type BulkView, describeOutcome, describeRest, failureReason } from './describe-job.ts';
import { messages } from './messages.ts';

/** More tickets are changed only after a question. */
export const MAX_WITHOUT_QUESTION = 50;

interface BulkJob extends BulkChange {
  readonly startedAtMs: number;
  readonly selection: BulkSelection;
  /** Tickets as they were, for the values that their rows show meanwhile. */
  readonly tickets: ReadonlyMap<bigint, Ticket>;
  readonly marks: Map<bigint, TicketChange>;
  rows: BulkRow[];
  mode: 'apply' | 'undo';
}

const viewAtom = createAtom<BulkView | null>(null);
const isHidden = createAtom(false);
let current: BulkJob | null = null;

export function useBulkJob(): BulkView | null {
  return useSelector(viewAtom);
}

export function isJobBusy(view: BulkView | null): boolean {
  return view !== null && (view.phase === 'preparing' || isBusy({ phase: view.phase }));
}

export function usePanelVisibility(): 'none' | 'shown' | 'hidden' {
  const hasJob = useSelector(viewAtom, (view) => view !== null);
  const hidden = useSelector(isHidden);
  return !hasJob ? 'none' : hidden ? 'hidden' : 'shown';
}

/** Makes room for a ticket in place of the panel; the job continues. */
export function hidePanel(): void {
  isHidden.set(true);
}

export function showPanel(): void {
  isHidden.set(false);
}

/** Whether a job is changing this ticket now, so that no other change should. */
export function isInRunningJob(id: bigint): boolean {
  if (current === null || !isJobBusy(viewAtom.get())) return false;
  const { rows, selection } = current;
  if (rows.length > 0) return rows.some((row) => row.id === id);
  return !('ids' in selection) || selection.ids.includes(id);
}

export function sayRunning(): void {
  toast({ kind: 'info', text: messages.running });
}

interface NewJob {
  readonly selection: BulkSelection;
  readonly patch: TicketPatch;
  readonly hasBulk: boolean;
  /** The set as the person confirmed it. */
  readonly confirmed: BulkRow[] | undefined;
  /** The set has grown too large to change without a question, so nothing was changed. */
  readonly onLarge: () => void;
}

/** Changes many tickets: fixes the set, then changes it. Resolves with false if nothing was started, else when it ends. */
export async function startJob({ selection, patch, hasBulk, confirmed, onLarge }: NewJob): Promise<boolean> {
  if (isJobBusy(viewAtom.get())) {
    sayRunning();
    return false;
  }
  // From now on, Ctrl Z means this change.
  const settleUndo = beginUndo();
  const job: BulkJob = {
    id: randomId(),
    patch,
    hasBulk,
    startedAtMs: Date.now(),
    selection,
    tickets: cachedTickets(),
    marks: new Map(),
    rows: confirmed ?? [],
    mode: 'apply',
    job: new Job(),
    onRows: (rows) => {
      markRows(job, rows);
      show(job);
    },
  };
  openJob(job);
  if ('ids' in selection) sendMessages(job, selection.ids);
  try {
    if (confirmed === undefined) job.rows = await prepare(job);
  } catch (error) {
    settleUndo(null);
    closeJob(job);
    if (!(error instanceof Stopped)) showFailure(error, (why) => `${messages.refused}: ${why}`);
    return false;
  }
  const { length } = job.rows;
  if (length === 0 || (confirmed === undefined && length > MAX_WITHOUT_QUESTION)) {
    settleUndo(null);
    closeJob(job);
    if (length === 0) toast({ kind: 'info', text: messages.nothing });
    else onLarge();
    return false;
  }
  if (!('ids' in selection))
    sendMessages(
      job,
      job.rows.map(({ id }) => id),
    );
  const isOver = apply(job);
  settleUndo(undoableOf(job), true);
  await isOver;
  return true;
}

async function prepare({ selection, patch, hasBulk, job }: BulkJob): Promise<BulkRow[]> {
  // Single changes of these tickets that were made before come first.
  if ('ids' in selection) await whenSent(selection.ids);
  return listSet(selection, patch, hasBulk, sendUntil(job.stopped));
}

/** The last choice of a status wins, so messages of these tickets that still count down are sent before it. */
function sendMessages({ patch }: BulkJob, ticketIds: readonly bigint[]): void {
  if (patch.status !== undefined) for (const id of ticketIds) sendMessagesWithStatus(id);
}

/** Finishes the calls that were sent; `continueJob` changes the rest. */
export function stopJob(): void {
  current?.job.stop();
}

export async function continueJob(): Promise<void> {
  if (current === null || current.job.isBusy) return;
  await (current.mode === 'apply' ? apply(current) : undo(current));
}

/** Tries failed tickets again, whatever has changed in them since. */
export async function retryRows(ticketIds?: readonly bigint[]): Promise<void> {
  if (current === null || current.job.isBusy) return;
  const failed = current.rows.filter(({ id, state }) => state === 'failed' && (ticketIds?.includes(id) ?? true));
  if (failed.length > 0) await apply(current, failed);
}

/** Undoes what was changed so far; a job that runs is stopped first. */
export async function undoJob(): Promise<void> {
  if (current === null) return;
  retractUndo(undoKeyOf(current));
  await stopAndUndo(current);
}

async function stopAndUndo(job: BulkJob): Promise<void> {
  job.mode = 'undo';
  if (job.job.isBusy) {
    job.job.stop();
    await whenIdle(job.job);
  }
  if (current === job) await undo(job);
}

function whenIdle(job: Job): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { unsubscribe } = job.state.subscribe((state) => {
    if (!isBusy(state)) resolve();
  });
  return promise.finally(unsubscribe);
}

async function apply(job: BulkJob, retried: readonly BulkRow[] = []): Promise<void> {
  job.mode = 'apply';
  const count = job.rows.filter(isLeft).length + retried.length;
  announce(messages.begins(count, formatCount(count)));
  markRows(job, job.rows);
  await run(job, applyWork(job, retried));
  if (current !== job || job.mode !== 'apply') return;
  if (undoableCount(job) === 0) retractUndo(undoKeyOf(job));
  else offerUndo(undoableOf(job));
}

async function undo(job: BulkJob): Promise<void> {
  job.mode = 'undo';
  const count = undoableCount(job);
  announce(messages.undoBegins(count, formatCount(count)));
  await run(job, undoWork(job));
}

async function run(job: BulkJob, work: ReturnType<typeof applyWork>): Promise<void> {
  const describe = (): string => {
    const view = viewOf(job);
    const left = view.mode === 'undo' ? view.undoable : view.waiting;
    return messages.and(describeOutcome(view), messages.toDo(formatCount(left)));
  };
  await job.job.run({ ...work, describe });
  if (current !== job) return;
  const { phase, error } = job.job.state.get();
  if (phase === 'done') announce(messages.ends(describeOutcome(viewOf(job))));
  else announce(error === null ? messages.stopped : messages.stoppedByError, error === null ? 'polite' : 'assertive');
  markRows(job, job.rows);
  void refreshList(job);
  void nameFailed(job);
}

/** The list of failed tickets and the file name their subjects. Without an answer they have their numbers. */
async function nameFailed(job: BulkJob): Promise<void> {
  const failed = viewOf(job).failedRows;
  await readSubjects(failed, sendUntil(new AbortController().signal)).catch(() => undefined);
  show(job);
}

/** Once the list has the new values, only failures stay on their rows. */
async function refreshList(job: BulkJob): Promise<void> {
  await invalidateTouched(bulkUpdateTickets);
  if (current === job && !job.job.isBusy) clearMarks(job, (mark) => mark.state !== 'failed');
}

function undoableCount(job: BulkJob): number {
  return job.rows.filter((row) => isUndoable(job, row)).length;
}

function undoKeyOf({ id }: Pick<BulkJob, 'id'>): string {
  return `job ${id}`;
}

function undoableOf(job: BulkJob) {
  const count = job.job.isBusy ? job.rows.length : undoableCount(job);
  const done = `${messages.tickets(count, formatCount(count))} ${describePatch(job.patch, displayZone())}`;
  const rest = describeRest(viewOf(job));
  return {
    key: undoKeyOf(job),
    text: rest === '' ? done : messages.and(done, rest),
    undo: async (): Promise<UndoOutcome> => {
      if (current !== job && current?.job.isBusy === true) {
        sayRunning();
        return { state: 'failed' };
      }
      if (current !== job) openJob(job);
      await stopAndUndo(job);
      if (job.job.state.get().phase !== 'done') return { state: 'failed' };
      const view = viewOf(job);
      if (view.skipped === 0) return { state: 'undone' };
      return { state: view.undone === 0 ? 'kept' : 'undone', note: describeOutcome(view) };
    },
  };
}

function openJob(job: BulkJob): void {
  if (current !== null) closeJob(current);
  current = job;
  job.job.state.subscribe(() => show(job));
  // The panel takes the place of the open ticket: keep it away while the user writes there.
  isHidden.set(isField(document.activeElement));
  show(job);
}

/** Takes a job that has ended off the page. */
export function closeJob(job = current): void {
  if (job === null || current !== job) return;
  job.job.close();
  clearMarks(job, () => true);
  current = null;
  viewAtom.set(null);
}

/** The tickets were restored from the palette: the job can no longer be undone here. */
export function forgetJob(id: string): void {
  retractUndo(undoKeyOf({ id }));
  if (current?.id === id) closeJob();
}

subscribeToSession(() => {
  if (sessionState().phase === 'out') closeJob();
});
reportUnsent('tickets', () => (isJobBusy(viewAtom.get()) ? (viewAtom.get()?.waiting ?? 0) : 0));

export function jobRows(): readonly BulkRow[] {
  return current?.rows ?? [];
}

function show(job: BulkJob): void {
  if (current === job) viewAtom.set(viewOf(job));
}

function viewOf(job: BulkJob): BulkView {
  const { patch, startedAtMs, mode, hasBulk, rows, selection } = job;
  const { phase, error, wait, secondsLeft } = job.job.state.get();
  const count = (state: BulkRow['state']): number => rows.filter((row) => row.state === state).length;
  const isPreparing = phase === 'ready';
  const expected = 'ids' in selection ? selection.ids.length : selection.total;
  return {
    patch,
    startedAtMs,
    mode,
    hasBulk,
    error,
    wait,
    secondsLeft,
    phase: isPreparing ? 'preparing' : phase,
    total: isPreparing ? expected : rows.length,
    saved: count('saved'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    waiting: isPreparing ? expected : rows.filter(isLeft).length,
    undone: count('undone'),
    skipped: count('skipped'),
    undoable: undoableCount(job),
    failedRows: rows.filter(({ state }) => state === 'failed' || state === 'skipped'),
  };
}

/** Shows on rows of the list how far the job is with each ticket. */
function markRows(job: BulkJob, rows: readonly BulkRow[]): void {
  if (current !== job) return;
  setMarks(
    job,
    rows.map((row) => [row.id, markOf(job, row)]),
  );
}

function markOf(job: BulkJob, row: BulkRow): TicketChange | null {
  if (job.mode === 'undo') return null;
  const { id, state } = row;
  const isRunning = job.job.isBusy;
  const ticket = job.tickets.get(id);
  const fields = ticket === undefined ? {} : changedFields(ticket, job.patch);
  switch (state) {
    case 'waiting':
      return { fields: {}, state: 'waiting' };
    case 'unsure':
      return isRunning ? { fields, state: 'saving' } : { fields: {}, state: 'waiting' };
    case 'sending':
      return { fields, state: 'saving' };
    case 'saved':
    case 'unchanged':
      return { fields, state: 'saved' };
    case 'failed': {
      const actions = { retry: () => void retryRows([id]), dismiss: () => setMarks(job, [[id, null]]) };
      return { fields: {}, state: 'failed', reason: failureReason(row, displayZone()), ...(isRunning ? {} : actions) };
    }
    case 'undone':
    case 'skipped':
      return null;
  }
}

function clearMarks(job: BulkJob, isOver: (mark: TicketChange) => boolean): void {
  setMarks(
    job,
    [...job.marks].filter(([, mark]) => isOver(mark)).map(([id]) => [id, null]),
  );
}

function setMarks({ marks }: BulkJob, entries: readonly (readonly [bigint, TicketChange | null])[]): void {
  // A later change of the ticket by hand has its own state.
  const own = entries.filter(([id]) => changeOf(id) === undefined || changeOf(id) === marks.get(id));
  for (const [id, mark] of own) {
    if (mark === null) marks.delete(id);
    else marks.set(id, mark);
  }
  setChanges(own);
}
