import { ApiFailure } from '#src/api/api-failure.ts';
import { undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { isUndoable, settleRow, type Job } from './job.ts';
import type { JobHooks } from './job-apply.ts';
import { reconcileRows } from './job-prepare.ts';
import type { JobRow } from './receipt.ts';
import { callWhenAllowed } from './call-when-allowed.ts';
import { mapWithConcurrency } from './map-with-concurrency.ts';

const CONCURRENCY = 4;

/**
 * Puts back what the job changed: by the tokens of the service, else by the values that were there before. Tickets that
 * somebody changed since stay as they are. @throws Halted, or ApiFailure
 */
export async function undoRows(job: Job, hooks: JobHooks): Promise<void> {
  for (const index of job.receipt.tokens.keys()) await undoByToken(job, index, hooks);
  const rows = job.receipt.rows.filter((row) => isUndoable(row) && row.token === null);
  await mapWithConcurrency(rows, CONCURRENCY, (row) => putBack(job, row, hooks));
  await hooks.save();
}

async function undoByToken(job: Job, index: number, hooks: JobHooks): Promise<void> {
  const entry = job.receipt.tokens[index];
  const rows = job.receipt.rows.filter((row) => row.state === 'saved' && row.token === index);
  if (entry === undefined || entry.isUsed || rows.length === 0) return;
  const wait = { halt: job.halt.signal, onWait: hooks.onWait };
  const wasTried = entry.isTried;
  entry.isTried = true;
  await hooks.save();
  try {
    const { results } = await callWhenAllowed(undoTickets, { body: { undo_token: entry.token } }, wait);
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const row of rows) {
      const result = byId.get(row.id);
      if (result?.outcome === 'changed' || result?.outcome === 'unchanged') settleRow(row, 'undone', result.version);
      else if (result !== undefined) skip(row, result.code, result.message);
    }
    // A call that was cut off before handled the others; its answer is lost, so their state has to show it.
    const unreported = rows.filter(({ id }) => !byId.has(id));
    if (unreported.length > 0) await settleByState(job, unreported, hooks);
  } catch (error) {
    const kind = error instanceof ApiFailure ? error.kind : null;
    if (kind === 'conflict' && wasTried) await settleByState(job, rows, hooks);
    else if (kind === 'conflict' || kind === 'not_found') {
      for (const row of rows) skip(row, error instanceof ApiFailure ? error.code : null, null);
    } else throw error;
  }
  entry.isUsed = true;
  hooks.onRows(rows);
  await hooks.save();
}

/** What the job changed and is not so any more was put back. */
async function settleByState(job: Job, rows: readonly JobRow[], hooks: JobHooks): Promise<void> {
  const wait = { halt: job.halt.signal, onWait: hooks.onWait };
  await reconcileRows(rows, { patch: job.receipt.patch, isRetry: true, ...wait });
  for (const row of rows) {
    if (row.state === 'waiting') settleRow(row, 'undone', row.version);
    else skip(row, row.code, row.message);
  }
}

async function putBack({ halt }: Job, row: JobRow, hooks: JobHooks): Promise<void> {
  const { assignee_name: _name, ...fields } = row.before ?? {};
  const body = { id: row.id, ...fields, ...(row.version === null ? {} : { version: row.version }) };
  try {
    await callWhenAllowed(updateTicket, { body }, { halt: halt.signal, onWait: hooks.onWait });
    settleRow(row, 'undone', null);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !['conflict', 'not_found', 'bad_request'].includes(error.kind)) throw error;
    skip(row, error.code, error.kind === 'conflict' ? null : error.message);
  }
  hooks.onRows([row]);
}

function skip(row: JobRow, code: string | null, message: string | null): void {
  row.state = 'skipped';
  row.code = code;
  row.message = message;
}
