import type { Reply } from '#contract/operation.ts';
import { bulkUpdateTickets, listBulkChanges, undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { type Job, type JobWork, type SendCall, Stopped } from '#src/jobs/job.ts';
import { changedFields } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { sendInTurn, whenSent } from '#src/ticket-edit/update/change-ticket.ts';
import {
  cachedTickets,
  newestOwnVersion,
  noteOwnWrite,
  setTicketsInCache,
} from '#src/ticket-edit/update/ticket-cache.ts';
import { dryRun, settleRow, wirePatch, type BulkResult, type BulkRow } from './bulk-set.ts';

/** The part of a bulk job that its calls need. */
export interface BulkChange {
  /** Sent as `batch_id`: the service lists the calls with it as one change. */
  readonly id: string;
  readonly patch: TicketPatch;
  /** In blocks with versions and undo tokens, or with one call for each ticket. */
  readonly hasBulk: boolean;
  readonly rows: readonly BulkRow[];
  readonly job: Job;
  readonly onRows: (rows: readonly BulkRow[]) => void;
}

/** Tickets in one call: few enough that Stop takes effect soon and progress shows. */
const BLOCK_SIZE = 200;
/** Calls at the same time where each changes one ticket. */
const SINGLES = 4;

/** Whether the ticket still has to be changed, or may have to. */
export function isLeft({ state }: BulkRow): boolean {
  return state === 'waiting' || state === 'sending' || state === 'unsure';
}

/** Whether Undo can restore the ticket: the service does, or this page knows the old values. */
export function isUndoable({ hasBulk }: Pick<BulkChange, 'hasBulk'>, { state, before }: BulkRow): boolean {
  return state === 'saved' && (hasBulk || before !== null);
}

/** @param retried failed tickets that are tried again, whatever has changed in them */
export function applyWork(change: BulkChange, retried: readonly BulkRow[] = []): JobWork {
  const { rows, hasBulk, job } = change;
  const inState = (state: BulkRow['state']) => rows.filter((row) => row.state === state);
  let toRetry = retried;
  const left = (): number => rows.filter(isLeft).length + toRetry.length;
  if (!hasBulk) {
    for (const row of retried) settleRow(row, 'waiting');
    toRetry = [];
    const next = () => {
      const row = rows.find(({ state }) => state === 'waiting');
      return row === undefined ? undefined : () => changeSingle(change, row);
    };
    return { concurrency: SINGLES, left, next };
  }
  const next = () => {
    if (toRetry.length > 0)
      return async () => {
        await checkRows(change, retried, job.call, true);
        toRetry = [];
      };
    const unsure = inState('unsure');
    if (unsure.length > 0) return () => checkRows(change, unsure, job.call, false);
    const block = inState('waiting').slice(0, BLOCK_SIZE);
    return block.length === 0 ? undefined : () => changeBlock(change, block);
  };
  return { concurrency: 1, left, next };
}

async function changeBlock(change: BulkChange, block: readonly BulkRow[]): Promise<void> {
  const { job, onRows, patch, id: batchId } = change;
  const endTurn = await takeTurnOf(block, job.stopped);
  takeOwnVersions(block);
  setAll(block, 'sending');
  onRows(block);
  const items = block.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
  const bases = new Map(block.map(({ id, version }) => [id, version]));
  try {
    const body = { items, patch: wirePatch(patch), batch_id: batchId };
    takeResults(block, (await job.call(bulkUpdateTickets, { body })).results);
    showSaved(block, bases, patch);
  } catch (error) {
    if (!isRefusal(error)) {
      setAll(block, error instanceof Stopped ? 'waiting' : 'unsure');
      throw error;
    }
    for (const row of block) settleRow(row, 'failed', reasonOf(error));
  } finally {
    endTurn();
    onRows(block);
  }
}

/** Sending it twice changes nothing more, so a lost answer needs no check. */
async function changeSingle({ patch, job, onRows }: BulkChange, row: BulkRow): Promise<void> {
  const { add_tags: _add, remove_tags: _remove, ...fields } = wirePatch(patch);
  row.state = 'sending';
  onRows([row]);
  try {
    noteOwnWrite(await job.call(updateTicket, { body: { id: row.id, ...fields } }));
    settleRow(row, 'saved', { version: null });
  } catch (error) {
    if (!isRefusal(error)) {
      row.state = 'waiting';
      throw error;
    }
    settleRow(row, 'failed', reasonOf(error));
  } finally {
    onRows([row]);
  }
}

/**
 * Waits for single changes of these tickets that are on their way, and holds later ones back until the returned function
 * is called: otherwise each would be refused for the other's version.
 */
async function takeTurnOf(rows: readonly BulkRow[], stopped: AbortSignal): Promise<() => void> {
  const whenStopped = new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
  // After Stop there is nothing to wait for: an undo that is on its way may itself wait for this job.
  if (!stopped.aborted) await Promise.race([whenSent(rows.map(({ id }) => id)), whenStopped]);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  for (const { id, number } of rows) {
    if (number === null) continue;
    sendInTurn({ id, number }, async () => {
      await answered;
      return { ticket: null, result: null };
    }).catch(() => undefined);
  }
  return resolve;
}

/** This tab's own writes after the set was fixed, such as a reply that sets a status, are no conflict: the bulk change is newer. */
function takeOwnVersions(rows: readonly BulkRow[]): void {
  const cached = cachedTickets();
  for (const row of rows) {
    const { id, version } = row;
    const now = cached.get(id);
    if (version !== null && now?.version === newestOwnVersion(id, version)) row.version = now.version;
  }
}

/**
 * Compares tickets with the change by a dry run. After a lost answer, a ticket with the new values is saved, one in the
 * version that was sent is still to do, and any other is a conflict. A retry takes the present version.
 */
async function checkRows(
  { patch, onRows }: Pick<BulkChange, 'patch' | 'onRows'>,
  rows: readonly BulkRow[],
  send: SendCall,
  isRetry: boolean,
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version, outcome, code, message } of await dryRun({ ids: [...byId.keys()] }, patch, send)) {
    const row = byId.get(id);
    if (row === undefined) continue;
    if (outcome === 'unchanged') {
      const isOwn = !isRetry && row.version !== null && version === row.version + 1;
      settleRow(row, isOwn ? 'saved' : 'unchanged', { version });
    } else if (outcome === 'changed' && (isRetry || version === row.version)) settleRow(row, 'waiting', { version });
    else settleRow(row, 'failed', { code: code ?? 'conflict', message: message ?? row.message });
  }
  onRows(rows);
}

/** A permanent refusal of these tickets; sending them again won't help. */
function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && ['bad_request', 'not_found', 'conflict'].includes(error.kind);
}

function reasonOf({ code, kind, message, requestId }: ApiFailure) {
  return { code: code ?? kind, message, requestId };
}

function takeResults(block: readonly BulkRow[], results: readonly BulkResult[]): void {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const row of block) {
    const result = byId.get(row.id);
    if (result === undefined) settleRow(row, 'failed', { code: 'unreadable' });
    else if (result.outcome === 'changed') settleRow(row, 'saved', { version: result.version });
    else if (result.outcome === 'unchanged') settleRow(row, 'unchanged', { version: result.version });
    // Browsers repeat a call when its connection breaks, so the newer version may be our own.
    else if (result.outcome === 'conflict') settleRow(row, 'unsure', { message: result.message });
    else settleRow(row, 'failed', { code: result.code ?? result.outcome, message: result.message });
  }
}

/** Updates cached tickets, so that the next change of one starts from the new version. */
function showSaved(block: readonly BulkRow[], bases: ReadonlyMap<bigint, number | null>, patch: TicketPatch): void {
  const cached = cachedTickets();
  const saved = block.flatMap(({ id, version, state }) => {
    if (state !== 'saved' || version === null) return [];
    noteOwnWrite({ id, version });
    const ticket = cached.get(id);
    // The patch can be applied only to the version that the service applied it to.
    return ticket === undefined || ticket.version !== bases.get(id)
      ? []
      : [{ ...ticket, ...changedFields(ticket, patch), version }];
  });
  if (saved.length > 0) setTicketsInCache(saved);
}

function setAll(rows: readonly BulkRow[], state: BulkRow['state']): void {
  for (const row of rows) row.state = state;
}

/** Restores the tickets that were changed; those that someone has changed since are skipped. */
export function undoWork(change: BulkChange): JobWork {
  const { rows, job, hasBulk, onRows } = change;
  const left = (): number => rows.filter((row) => isUndoable(change, row)).length;
  if (!hasBulk) {
    const queue = rows.filter((row) => isUndoable(change, row));
    const next = () => {
      const row = queue.shift();
      return row === undefined ? undefined : () => restoreSingle(change, row);
    };
    return { concurrency: SINGLES, left, next };
  }
  // The service knows which calls there were, also one whose answer was lost.
  let tokens: string[] | null = null;
  let isExpired = false;
  const next = () => {
    if (tokens === null)
      return async () => {
        const { items } = await job.call(listBulkChanges, { query: { limit: 200 } });
        const calls = items.filter((item) => item.batch_id === change.id && item.undone_utc === null);
        tokens = calls.map(({ undo_token: token }) => token);
      };
    const token = tokens.shift();
    if (token !== undefined)
      return async () => {
        if (!(await restoreBlock(change, token))) isExpired = true;
      };
    const unreported = rows.filter(({ state }) => state === 'saved');
    if (unreported.length === 0) return undefined;
    return async () => {
      // The answer of their undo was lost: a ticket without the new values has been restored.
      await checkRows(change, unreported, job.call, true);
      for (const row of unreported)
        if (row.state === 'waiting') settleRow(row, 'undone');
        else settleRow(row, 'skipped', { code: isExpired ? 'undo_expired' : null });
      onRows(unreported);
    };
  };
  return { concurrency: 1, left, next };
}

/** Undoes one call of the change. False if its 24 hours have passed. */
async function restoreBlock({ rows, job, onRows }: BulkChange, token: string): Promise<boolean> {
  const answer = await undoCall(job.call, token);
  if (typeof answer === 'string') return answer !== 'expired';
  const byId = new Map(answer.map((result) => [result.id, result]));
  const restored = rows.filter(({ id, state }) => state === 'saved' && byId.has(id));
  for (const row of restored) {
    const { outcome, version, code, message } = byId.get(row.id) ?? {};
    if (outcome === 'changed' || outcome === 'unchanged') settleRow(row, 'undone', { version: version ?? null });
    else settleRow(row, 'skipped', { code: code ?? null, message: message ?? null });
  }
  onRows(restored);
  return true;
}

/** Undoes one call of a bulk change. `undone`: an earlier try did; `expired`: 24 hours have passed. */
export async function undoCall(
  send: SendCall,
  token: string,
): Promise<Reply<typeof undoTickets>['results'] | 'undone' | 'expired'> {
  try {
    const { results } = await send(undoTickets, { body: { undo_token: token } });
    for (const { id, version, outcome } of results)
      if (outcome === 'changed' && version !== null) noteOwnWrite({ id, version });
    return results;
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'conflict') return 'undone';
    if (error instanceof ApiFailure && error.kind === 'not_found') return 'expired';
    throw error;
  }
}

async function restoreSingle({ job, onRows }: BulkChange, row: BulkRow): Promise<void> {
  const { assignee_name: _name, ...fields } = row.before ?? {};
  const body = { id: row.id, ...fields, ...(row.version === null ? {} : { version: row.version }) };
  try {
    noteOwnWrite(await job.call(updateTicket, { body }));
    settleRow(row, 'undone', { version: null });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    settleRow(row, 'skipped', { code: error.code, message: error.kind === 'conflict' ? null : error.message });
  }
  onRows([row]);
}
