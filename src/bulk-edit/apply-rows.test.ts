import { expect, test } from 'vitest';
import { sendInTurn } from '#src/ticket-edit/update/change-ticket.ts';
import { applyBlocks } from './apply-rows.ts';
import { Halted } from './job-calls.ts';
import { Job } from './job.ts';

const TICKET = { id: 48_213n, number: 1001 };

test('a job that was halted waits for nothing on its way to its tickets: an undo there may wait for the job', async () => {
  const row = { ...TICKET, subject: 'Hub grinds', version: 2, state: 'waiting', code: null, message: null } as const;
  const job = new Job(
    {
      ...{ id: 'a', startedAtMs: 1_795_000_000_000, patch: { status: 'pending' } },
      ...{ mode: 'apply', hasBulk: true, tokens: [] },
      rows: [{ ...row, requestId: null, before: { status: 'open' }, token: null }],
    },
    () => undefined,
    1,
  );
  job.begin();
  const jobIsOver = Promise.withResolvers<void>();
  const undone = sendInTurn(TICKET, async () => {
    await jobIsOver.promise;
    return { ticket: null, result: 'undone' };
  });
  job.stopSending();
  await expect(applyBlocks(job)).rejects.toBeInstanceOf(Halted);
  expect(job.rowsIn('waiting')).toHaveLength(1);
  jobIsOver.resolve();
  expect(await undone).toBe('undone');
});
