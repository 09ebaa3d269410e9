import type { Ticket } from '#contract/tickets.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { changedFields } from '#src/ticket-edit/update/apply-patch.ts';
import { changeOf, setChanges, type TicketChange, type TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { reportOwnChange } from '#src/ticket-edit/update/change-ticket.ts';
import { cachedTickets } from '#src/ticket-edit/update/ticket-cache.ts';
import type { WaitOptions } from './job-calls.ts';
import { isBusy, jobStore, type JobView, type PauseReason } from './job-store.ts';
import { isLeft, isUndoable, type JobRow, type Receipt } from './receipt.ts';

/** A view of 10,000 rows is not counted anew for each of them. */
const VIEW_MS = 100;
/** The time after which the speed of a job means anything. */
const MIN_MS = 1_000;

/** A bulk change in this tab: its receipt, and what is known only while it runs. */
export class Job implements WaitOptions {
  readonly receipt: Receipt;
  phase: JobView['phase'] = 'preparing';
  pauseReason: PauseReason | null = null;
  error: unknown = null;
  isStopping = false;
  readonly rowStates: RowStates;
  /** The change as the messages that wait were told of it, by ticket: see `OwnChange`. */
  readonly #told = new Map<bigint, TicketPatch>();
  readonly #expected: number;
  #halt = new AbortController();
  #waits = 0;
  #doneSince = 0;
  #runningSinceMs = 0;
  #viewTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param expected how many tickets it will have, while they are being listed */
  constructor(receipt: Receipt, retry: (id: bigint) => void, expected: number) {
    this.receipt = receipt;
    this.rowStates = new RowStates(receipt.patch, retry);
    this.#expected = expected;
  }

  /** Aborted by Pause, Stop and Undo. */
  get halt(): AbortSignal {
    return this.#halt.signal;
  }

  get isBusy(): boolean {
    return isBusy(this.phase);
  }

  get isCurrent(): boolean {
    return current === this;
  }

  rowsIn(...states: readonly JobRow['state'][]): JobRow[] {
    return this.receipt.rows.filter((row) => states.includes(row.state));
  }

  begin(): void {
    Object.assign(this, { phase: 'running', pauseReason: null, error: null, isStopping: false });
    this.#halt = new AbortController();
    this.#waits = this.#doneSince = 0;
    this.#runningSinceMs = performance.now();
    this.showView();
  }

  /** What was chosen last wins: messages of these tickets go without their status. */
  tell(ids: readonly bigint[]): void {
    if (this.receipt.patch.status === undefined) return;
    for (const ticketId of ids) {
      if (this.#told.has(ticketId)) continue;
      const patch = { ...this.receipt.patch };
      this.#told.set(ticketId, patch);
      reportOwnChange({ kind: 'patch', ticketId, patch });
    }
  }

  /** It came to nothing, or was taken back. */
  untell(ids: Iterable<bigint> = this.#told.keys()): void {
    for (const ticketId of ids) {
      const patch = this.#told.get(ticketId);
      this.#told.delete(ticketId);
      if (patch !== undefined) reportOwnChange({ kind: 'undone', ticketId, patch });
    }
  }

  /** Finishes what is on its way, and sends nothing more. */
  stopSending(): void {
    if (this.phase === 'running') this.phase = 'pausing';
    this.showView();
    this.#halt.abort();
  }

  /** It does not go on, for now or for good. */
  end(phase: 'paused' | 'stopped' | 'done', pauseReason: PauseReason | null, error: unknown): void {
    Object.assign(this, { phase, pauseReason, error });
    this.showView();
  }

  onRows(rows: readonly JobRow[]): void {
    this.#doneSince += rows.filter((row) => !isLeft(row)).length;
    if (this.isCurrent) {
      if (this.receipt.mode === 'apply') this.rowStates.show(rows, true);
      else this.rowStates.clear(false);
    }
    this.#scheduleView();
  }

  /** While it does not run: failures with their ways on, and with them what is left. */
  showOnRows(withLeft: boolean): void {
    const rows = this.rowsIn('failed', ...(withLeft ? (['waiting', 'sending', 'unsure'] as const) : []));
    this.rowStates.show(rows, false);
  }

  onWait(isWaiting: boolean): void {
    this.#waits = Math.max(0, this.#waits + (isWaiting ? 1 : -1));
    this.#scheduleView();
  }

  showView(): void {
    clearTimeout(this.#viewTimer);
    this.#viewTimer = undefined;
    if (!this.isCurrent) return;
    jobStore.set(this.view());
  }

  #scheduleView(): void {
    this.#viewTimer ??= setTimeout(() => this.showView(), VIEW_MS);
  }

  view(): JobView {
    const { phase, pauseReason, error, receipt } = this;
    const { rows } = receipt;
    const count = (state: JobRow['state']): number => this.rowsIn(state).length;
    const ranMs = performance.now() - this.#runningSinceMs;
    const isPreparing = phase === 'preparing';
    return {
      id: receipt.id,
      patch: receipt.patch,
      startedAtMs: receipt.startedAtMs,
      mode: receipt.mode,
      phase,
      pauseReason,
      error,
      hasBulk: receipt.hasBulk,
      total: isPreparing ? this.#expected : rows.length,
      saved: count('saved'),
      unchanged: count('unchanged'),
      failed: count('failed'),
      waiting: isPreparing ? this.#expected : rows.filter(isLeft).length,
      undone: count('undone'),
      skipped: count('skipped'),
      undoable: rows.filter(isUndoable).length,
      failedRows: this.rowsIn('failed', 'skipped'),
      perSecond: this.#doneSince === 0 || ranMs < MIN_MS ? null : (this.#doneSince * 1_000) / ranMs,
      isWaiting: this.#waits > 0,
      before: commonBefore(rows),
    };
  }
}

/** The values that all tickets had before, when they are known and one. */
function commonBefore(rows: readonly JobRow[]): JobRow['before'] {
  const changed = rows.filter(({ state }) => state !== 'unchanged' && state !== 'failed');
  const first = changed[0]?.before ?? null;
  if (first === null) return null;
  const text = JSON.stringify(first);
  return changed.every(({ before }) => before !== null && JSON.stringify(before) === text) ? first : null;
}

let current: Job | null = null;

export function currentJob(): Job | null {
  return current;
}

export function setCurrentJob(next: Job | null): void {
  current?.rowStates.clear(false);
  current = next;
  reportUnsent('tickets', countToDo);
  if (next === null) jobStore.set(null);
  else next.showView();
}

/** Nothing of a job goes on after a sign-out. */
function countToDo(): number {
  const job = jobStore.get();
  return job === null || job.phase === 'done' || job.phase === 'stopped' ? 0 : job.waiting;
}

/** Shows on the rows of the list how far a job is with each ticket. */
class RowStates {
  readonly #tickets: ReadonlyMap<bigint, Ticket> = cachedTickets();
  readonly #patch: TicketPatch;
  readonly #retry: (id: bigint) => void;
  readonly #shown = new Map<bigint, TicketChange>();

  constructor(patch: TicketPatch, retry: (id: bigint) => void) {
    this.#patch = patch;
    this.#retry = retry;
  }

  /** @param isRunning a row is tried again only when the job has ended */
  show(rows: readonly JobRow[], isRunning: boolean): void {
    this.#set(rows.map((row) => [row.id, this.#stateOf(row, isRunning)]));
  }

  /** Takes them away, but for those of failed rows when they shall stay. */
  clear(keepsFailed: boolean): void {
    const gone = [...this.#shown].filter(([, { state }]) => !keepsFailed || state !== 'failed');
    this.#set(gone.map(([id]) => [id, null]));
  }

  #stateOf(row: JobRow, isRunning: boolean): TicketChange | null {
    const ticket = this.#tickets.get(row.id);
    const fields = ticket === undefined ? {} : changedFields(ticket, this.#patch);
    switch (row.state) {
      case 'waiting':
        return { fields: {}, state: 'waiting' };
      case 'sending':
        return { fields, state: 'saving' };
      case 'unsure':
        // While the job stands still, it is not looked at.
        return isRunning ? { fields, state: 'saving' } : { fields: {}, state: 'waiting' };
      case 'saved':
      case 'unchanged':
        return { fields, state: 'saved' };
      case 'failed':
        return {
          fields: {},
          state: 'failed',
          reason: reasonOf(row),
          ...(isRunning ? {} : { retry: () => this.#retry(row.id), dismiss: () => this.#set([[row.id, null]]) }),
        };
      case 'undone':
      case 'skipped':
        return null;
    }
  }

  #set(entries: readonly (readonly [bigint, TicketChange | null])[]): void {
    // A later change of a ticket by hand has its own state.
    const own = entries.filter(([id]) => changeOf(id) === undefined || changeOf(id) === this.#shown.get(id));
    for (const [id, change] of own) {
      if (change === null) this.#shown.delete(id);
      else this.#shown.set(id, change);
    }
    setChanges(own);
  }
}

/** Why a row failed, short enough to stand on it. */
function reasonOf({ code, message }: JobRow): string {
  const { why } = messages;
  if (code === 'conflict') return why.conflict;
  if (code === 'not_found') return why.not_found;
  if (code === 'overloaded') return why.overloaded;
  if (code === 'insufficient_scope' || code === 'forbidden') return why.forbidden('tickets:write');
  if (code === 'internal_error') return why.server;
  return message ?? why.unreadable;
}
