import type { Body } from '#contract/operation.ts';

import { ApiFailure } from '#src/api/api-failure.ts';
import { bulkUpdateTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { failRow, rowsIn, settleRow, type Job } from './job.ts';
import { reconcileRows, wirePatch } from './job-prepare.ts';
import type { JobRow } from './receipt.ts';
import { callWhenAllowed, Halted } from './call-when-allowed.ts';
import { mapWithConcurrency } from './map-with-concurrency.ts';

/** Tickets of one call: small enough that Pause takes hold soon and progress is seen. */
const BLOCK_SIZE = 200;
const CONCURRENCY = 4;

/** What the parts of a job report. */
export interface JobHooks {
  /** Rows have another state; `hasEnded` of so many of them is known now. */
  readonly onRows: (rows: readonly JobRow[]) => void;
  readonly onWait: (isWaiting: boolean) => void;
  /** Resolves when the receipt is stored. */
  readonly save: () => Promise<void>;
}

/** The service can not go on with the job at all. */
export class JobRefused extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Block after block with the versions that the set was fixed by. @throws Halted, JobRefused, or ApiFailure */
export async function applyBlocks(job: Job, hooks: JobHooks): Promise<void> {
  const { receipt } = job;
  const wait = { halt: job.halt.signal, onWait: hooks.onWait };
  for (;;) {
    const unsure = rowsIn(job, 'unsure');
    if (unsure.length > 0) {
      await reconcileRows(unsure, { patch: receipt.patch, isRetry: false, ...wait });
      hooks.onRows(unsure);
    }
    const block = rowsIn(job, 'waiting').slice(0, BLOCK_SIZE);
    if (block.length === 0) return;
    setAll(block, 'sending');
    hooks.onRows(block);
    // The page may go away while the call is on its way: what was sent must be known then.
    await hooks.save();
    const items = block.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
    try {
      const reply = await callWhenAllowed(
        bulkUpdateTickets,
        { body: { items, patch: wirePatch(receipt.patch) } },
        wait,
      );
      const token = reply.undo_token === null ? null : keepToken(job, reply.undo_token);
      takeResults(block, reply.results, token);
    } catch (error) {
      if (error instanceof Halted) setAll(block, 'waiting');
      else if (isRefusal(error)) refuse(job, block, error);
      else setAll(block, 'unsure');
      throwUnlessPassed(block, error);
    } finally {
      hooks.onRows(block);
      await hooks.save();
    }
  }
}

/** One call a ticket, four at a time. Sent again it changes nothing more, so nothing needs to be looked at first. */
export async function applySingles(job: Job, hooks: JobHooks): Promise<void> {
  const wait = { halt: job.halt.signal, onWait: hooks.onWait };
  const rows = rowsIn(job, 'unsure', 'waiting', 'sending');
  await mapWithConcurrency(rows, CONCURRENCY, async (row) => {
    row.state = 'sending';
    hooks.onRows([row]);
    try {
      await callWhenAllowed(updateTicket, { body: singleBody(job, row) }, wait);
      settleRow(row, 'saved', null);
    } catch (error) {
      if (isRefusal(error)) refuse(job, [row], error);
      else row.state = 'waiting';
      throwUnlessPassed([row], error);
    } finally {
      hooks.onRows([row]);
    }
  });
}

function singleBody({ receipt }: Job, { id }: JobRow): Body<typeof updateTicket> {
  const { add_tags: _add, remove_tags: _remove, ...wire } = wirePatch(receipt.patch);
  return { id, ...wire };
}

/** An answer that says no, and would say it again. */
function isRefusal(error: unknown): error is ApiFailure {
  if (!(error instanceof ApiFailure)) return false;
  return ['bad_request', 'not_found', 'conflict', 'forbidden'].includes(error.kind);
}

/** A missing scope refuses all that is left; anything else these rows alone. */
function refuse(job: Job, rows: readonly JobRow[], failure: ApiFailure): void {
  const refused = failure.kind === 'forbidden' ? [...rows, ...rowsIn(job, 'waiting')] : rows;
  for (const row of refused) failRow(row, failure.code ?? failure.kind, failure.message, failure.requestId);
}

function throwUnlessPassed(rows: readonly JobRow[], error: unknown): void {
  if (error instanceof ApiFailure && error.kind === 'forbidden') throw new JobRefused(error);
  if (rows.some(({ state }) => state !== 'failed')) throw error;
}

function keepToken({ receipt }: Job, token: string): number {
  return receipt.tokens.push({ token, isUsed: false, isTried: false }) - 1;
}

interface Result {
  readonly id: bigint;
  readonly version: number | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly message: string | null;
}

function takeResults(block: readonly JobRow[], results: readonly Result[], token: number | null): void {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const row of block) {
    const result = byId.get(row.id);
    if (result === undefined) failRow(row, 'unreadable', null);
    else if (result.outcome === 'changed') {
      settleRow(row, 'saved', result.version);
      row.token = token;
    } else if (result.outcome === 'unchanged') settleRow(row, 'unchanged', result.version);
    else if (result.outcome === 'conflict') {
      // Browsers send a call anew when its connection breaks: the change in the way may be this job's own.
      row.state = 'unsure';
      row.message = result.message;
    } else failRow(row, result.code ?? result.outcome, result.message);
  }
}

function setAll(rows: readonly JobRow[], state: JobRow['state']): void {
  for (const row of rows) row.state = state;
}
