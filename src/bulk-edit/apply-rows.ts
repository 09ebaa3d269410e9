import { bulkUpdateTickets, undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { changedFields, differsFrom } from '#src/ticket-edit/update/apply-patch.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { sendInTurn, whenSent } from '#src/ticket-edit/update/change-ticket.ts';
import {
  cachedTickets,
  newestOwnVersion,
  noteOwnWrite,
  setTicketsInCache,
} from '#src/ticket-edit/update/ticket-cache.ts';
import { callWhenAllowed, dryRun, forEachConcurrently, Halted, wirePatch, type DryRunResult } from './job-calls.ts';
import type { Job } from './job.ts';
import { settleRow, type JobRow, isUndoable } from './receipt.ts';

/** Tickets of one call: small enough that Pause takes hold soon and progress is seen. */
const BLOCK_SIZE = 200;

/** The service can not go on with the job at all. */
export class JobRefused extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Changes what is left, block by block with the versions that the set was fixed by. @throws Halted, JobRefused, or ApiFailure */
export async function applyBlocks(job: Job): Promise<void> {
  const { receipt } = job;
  for (;;) {
    const unsure = job.rowsIn('unsure');
    if (unsure.length > 0) {
      await reconcileRows(job, unsure, false);
      job.onRows(unsure);
    }
    const block = job.rowsIn('waiting').slice(0, BLOCK_SIZE);
    if (block.length === 0) return;
    const endTurn = await beginTurn(block, job.halt);
    takeOwnVersions(block);
    setAll(block, 'sending');
    job.onRows(block);
    const items = block.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
    const body = { items, patch: wirePatch(receipt.patch), batch_id: receipt.id };
    try {
      const { undo_token: token, results } = await callWhenAllowed(bulkUpdateTickets, { body }, job);
      const index = token === null ? null : receipt.tokens.push({ token, isUsed: false, isTried: false }) - 1;
      const bases = new Map(block.map(({ id, version }) => [id, version]));
      takeResults(block, results, index);
      showSaved(block, bases, receipt.patch);
    } catch (error) {
      if (isRefusal(error)) refuse(job, block, error);
      else {
        setAll(block, error instanceof Halted ? 'waiting' : 'unsure');
        throw error;
      }
    } finally {
      endTurn();
      job.onRows(block);
    }
  }
}

/**
 * Waits for what is on its way to these tickets. What is sent about them from now on, such as a message, stays behind the
 * block until the returned function is called: each would refuse the other for its version.
 */
async function beginTurn(rows: readonly JobRow[], halt: AbortSignal): Promise<() => void> {
  const isHalted = new Promise((resolve) => halt.addEventListener('abort', resolve, { once: true }));
  // What is on its way may itself wait for the job to halt, such as an undo behind that of the job.
  if (!halt.aborted) await Promise.race([whenSent(rows.map(({ id }) => id)), isHalted]);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  for (const { id, number } of rows) {
    if (number === null) continue;
    void sendInTurn({ id, number }, async () => {
      await answered;
      return { ticket: null, result: null };
    });
  }
  return resolve;
}

/** What this person alone did since the set was fixed, to other fields, stands in no one's way. */
function takeOwnVersions(rows: readonly JobRow[]): void {
  const known = cachedTickets();
  for (const row of rows) {
    const { id, version, before } = row;
    const now = known.get(id);
    if (version === null || before === null || now?.version !== newestOwnVersion(id, version)) continue;
    if (!differsFrom(now, before)) row.version = now.version;
  }
}

/** One call a ticket, four at a time. Sending one again changes nothing more. */
export async function applySingles(job: Job): Promise<void> {
  const { add_tags: _add, remove_tags: _remove, ...fields } = wirePatch(job.receipt.patch);
  await forEachConcurrently(job.rowsIn('waiting'), async (row) => {
    row.state = 'sending';
    job.onRows([row]);
    try {
      noteOwnWrite(await callWhenAllowed(updateTicket, { body: { id: row.id, ...fields } }, job));
      settleRow(row, 'saved', { version: null });
    } catch (error) {
      if (isRefusal(error)) refuse(job, [row], error);
      else {
        row.state = 'waiting';
        throw error;
      }
    } finally {
      job.onRows([row]);
    }
  });
}

/**
 * Looks at tickets without changing them. Those whose answer was lost are saved when the ticket is as wanted, still to
 * do when it has the version that was sent, and a conflict otherwise. For a retry the present version is taken.
 */
export async function reconcileRows(job: Job, rows: readonly JobRow[], isRetry: boolean): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version, outcome, code, message } of await dryRun(
    { ids: [...byId.keys()] },
    job.receipt.patch,
    job,
  )) {
    const row = byId.get(id);
    if (row === undefined) continue;
    if (outcome === 'unchanged') {
      // As wanted: saved by the call whose answer was lost, or by another person before a retry.
      const isOwn = !isRetry && row.version !== null && version === row.version + 1;
      settleRow(row, isOwn ? 'saved' : 'unchanged', { version });
    } else if (outcome === 'changed' && (isRetry || version === row.version)) {
      // The values before are another person's now.
      if (version !== row.version) row.before = null;
      settleRow(row, 'waiting', { version });
    } else {
      settleRow(row, 'failed', { code: code ?? 'conflict', message: message ?? row.message });
    }
  }
}

/** An answer that says no, and would say it again. */
function isRefusal(error: unknown): error is ApiFailure {
  if (!(error instanceof ApiFailure)) return false;
  return ['bad_request', 'not_found', 'conflict', 'forbidden'].includes(error.kind);
}

/** A missing scope refuses all that is left; anything else these rows alone. @throws JobRefused */
function refuse(job: Job, rows: readonly JobRow[], failure: ApiFailure): void {
  const isForbidden = failure.kind === 'forbidden';
  const { code, kind, message, requestId } = failure;
  for (const row of isForbidden ? [...rows, ...job.rowsIn('waiting')] : rows)
    settleRow(row, 'failed', { code: code ?? kind, message, requestId });
  if (isForbidden) throw new JobRefused(failure);
}

function takeResults(block: readonly JobRow[], results: readonly DryRunResult[], token: number | null): void {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const row of block) {
    const result = byId.get(row.id);
    if (result === undefined) settleRow(row, 'failed', { code: 'unreadable' });
    else if (result.outcome === 'changed') {
      settleRow(row, 'saved', { version: result.version });
      row.token = token;
    } else if (result.outcome === 'unchanged') settleRow(row, 'unchanged', { version: result.version });
    // Browsers send a call anew when its connection breaks: the change in the way may be this job's own.
    else if (result.outcome === 'conflict') settleRow(row, 'unsure', { message: result.message });
    else settleRow(row, 'failed', { code: result.code ?? result.outcome, message: result.message });
  }
}

/** What this browser holds of them is as they are now: a change that is chosen next is put upon that. */
function showSaved(block: readonly JobRow[], bases: ReadonlyMap<bigint, number | null>, patch: TicketPatch): void {
  const known = cachedTickets();
  const saved = block.flatMap(({ id, version, state }) => {
    if (state !== 'saved' || version === null) return [];
    noteOwnWrite({ id, version });
    const ticket = known.get(id);
    // Of a newer one it is not known what the job found in it.
    return ticket === undefined || ticket.version !== bases.get(id)
      ? []
      : [{ ...ticket, ...changedFields(ticket, patch), version }];
  });
  if (saved.length > 0) setTicketsInCache(saved);
}

function setAll(rows: readonly JobRow[], state: JobRow['state']): void {
  for (const row of rows) row.state = state;
}

/**
 * Puts back what the job changed: by the tokens of the service, else by the values that were there before. Tickets that
 * have changed since stay as they are. @throws Halted, or ApiFailure
 */
export async function undoRows(job: Job): Promise<void> {
  for (const index of job.receipt.tokens.keys()) await undoByToken(job, index);
  const rows = job.receipt.rows.filter((row) => isUndoable(row) && row.token === null);
  await forEachConcurrently(rows, (row) => putBack(job, row));
}

async function undoByToken(job: Job, index: number): Promise<void> {
  const entry = job.receipt.tokens[index];
  const rows = job.rowsIn('saved').filter(({ token }) => token === index);
  if (entry === undefined || entry.isUsed || rows.length === 0) return;
  const wasTried = entry.isTried;
  entry.isTried = true;
  try {
    const { results } = await callWhenAllowed(undoTickets, { body: { undo_token: entry.token } }, job);
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const row of rows) {
      const result = byId.get(row.id);
      if (result?.outcome === 'changed' || result?.outcome === 'unchanged') {
        settleRow(row, 'undone', { version: result.version });
        if (result.version !== null) noteOwnWrite({ id: row.id, version: result.version });
      } else if (result !== undefined) settleRow(row, 'skipped', { code: result.code, message: result.message });
    }
    // A call that was cut off before handled the others; its answer is lost, so their state has to show it.
    const unreported = rows.filter(({ id }) => !byId.has(id));
    if (unreported.length > 0) await settleByState(job, unreported);
  } catch (error) {
    if (!(error instanceof ApiFailure) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
    if (error.kind === 'conflict' && wasTried) await settleByState(job, rows);
    else for (const row of rows) settleRow(row, 'skipped', { code: error.code });
  }
  entry.isUsed = true;
  job.onRows(rows);
}

/** A ticket that the job changed and that is not so any more was put back. */
async function settleByState(job: Job, rows: readonly JobRow[]): Promise<void> {
  await reconcileRows(job, rows, true);
  for (const row of rows) row.state = row.state === 'waiting' ? 'undone' : 'skipped';
}

async function putBack(job: Job, row: JobRow): Promise<void> {
  const { assignee_name: _name, ...fields } = row.before ?? {};
  const body = { id: row.id, ...fields, ...(row.version === null ? {} : { version: row.version }) };
  try {
    noteOwnWrite(await callWhenAllowed(updateTicket, { body }, job));
    settleRow(row, 'undone', { version: null });
  } catch (error) {
    if (!(error instanceof ApiFailure) || !['conflict', 'not_found', 'bad_request'].includes(error.kind)) throw error;
    settleRow(row, 'skipped', { code: error.code, message: error.kind === 'conflict' ? null : error.message });
  }
  job.onRows([row]);
}
