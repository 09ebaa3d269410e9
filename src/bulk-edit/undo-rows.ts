import { undoTickets } from '#contract/ticket-bulk.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { reconcileRows } from './apply-rows.ts';
import type { Job } from './job.ts';
import { callWhenAllowed, forEachConcurrently } from './job-calls.ts';
import { isUndoable, settleRow, type JobRow } from './receipt.ts';

/**
 * Puts back what the job changed: by the tokens of the service, else by the values that were there before. Tickets that
 * have changed since stay as they are. @throws Halted, or ApiFailure
 */
export async function undoRows(job: Job): Promise<void> {
  for (const index of job.receipt.tokens.keys()) await undoByToken(job, index);
  const rows = job.receipt.rows.filter((row) => isUndoable(row) && row.token === null);
  await forEachConcurrently(rows, (row) => putBack(job, row));
  await job.save();
}

async function undoByToken(job: Job, index: number): Promise<void> {
  const entry = job.receipt.tokens[index];
  const rows = job.rowsIn('saved').filter(({ token }) => token === index);
  if (entry === undefined || entry.isUsed || rows.length === 0) return;
  const wasTried = entry.isTried;
  entry.isTried = true;
  await job.save();
  try {
    const { results } = await callWhenAllowed(undoTickets, { body: { undo_token: entry.token } }, job);
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const row of rows) {
      const result = byId.get(row.id);
      if (result?.outcome === 'changed' || result?.outcome === 'unchanged')
        settleRow(row, 'undone', { version: result.version });
      else if (result !== undefined) settleRow(row, 'skipped', { code: result.code, message: result.message });
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
  await job.save();
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
    await callWhenAllowed(updateTicket, { body }, job);
    settleRow(row, 'undone', { version: null });
  } catch (error) {
    if (!(error instanceof ApiFailure) || !['conflict', 'not_found', 'bad_request'].includes(error.kind)) throw error;
    settleRow(row, 'skipped', { code: error.code, message: error.kind === 'conflict' ? null : error.message });
  }
  job.onRows([row]);
}
