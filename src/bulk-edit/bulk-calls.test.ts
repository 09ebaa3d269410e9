import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiFailure } from '#src/api/api-failure.ts';
import { Job } from '#src/jobs/job.ts';
import { sendInTurn } from '#src/ticket-edit/update/change-ticket.ts';
import { applyWork, type BulkChange, undoWork } from './bulk-calls.ts';
import type { BulkRow } from './bulk-set.ts';

const page = new EventTarget();
beforeAll(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterAll(() => vi.unstubAllGlobals());

interface Sent {
  readonly name: string;
  readonly body: Record<string, unknown>;
}
type Answer = (sent: Sent) => unknown;

/** A bulk change whose calls are answered by `answer`; a thrown error is a failed call. */
function changeOf(count: number, answer: Answer, hasBulk = true) {
  const rows = Array.from({ length: count }, (_, n): BulkRow => ({
    ...{ id: BigInt(n + 1), number: 1_000 + n, subject: null, version: 1, state: 'waiting' },
    ...{ code: null, message: null, requestId: null, before: { status: 'open' } },
  }));
  const sent: Sent[] = [];
  const job = new Job();
  const call = (row: { readonly name: string }, { body = {} }: { readonly body?: Record<string, unknown> }) => {
    sent.push({ name: row.name, body });
    return new Promise((resolve) => resolve(answer({ name: row.name, body })));
  };
  Object.assign(job, { call });
  const change: BulkChange = { id: 'a', patch: { status: 'pending' }, hasBulk, rows, job, onRows: () => undefined };
  const states = () => rows.map(({ state }) => state);
  return { change, rows, sent, job, states };
}

const result = (id: bigint, outcome: string, version: number | null = 2) => ({
  ...{ id, ticket_number: null, version, outcome, code: null, message: null },
});
const idsOf = ({ body }: Sent): bigint[] =>
  body['ids'] === undefined ? (body['items'] as { id: bigint }[]).map(({ id }) => id) : (body['ids'] as bigint[]);
const changed: Answer = (sent) => ({ results: idsOf(sent).map((id) => result(id, 'changed')) });

test('tickets are changed in blocks of 200 with their versions, and each has its outcome', async () => {
  const { change, sent, states, job } = changeOf(410, (call) => ({
    results: idsOf(call).map((id) => result(id, id === 3n ? 'failed' : id === 4n ? 'unchanged' : 'changed')),
  }));
  await job.run(applyWork(change));
  expect(sent.map((call) => idsOf(call).length)).toEqual([200, 200, 10]);
  expect(states().slice(0, 5)).toEqual(['saved', 'saved', 'failed', 'unchanged', 'saved']);
  expect(job.state.get().phase).toBe('done');
});

test('after a lost answer, Continue checks the block before anything is sent again', async () => {
  let isLost = true;
  const { change, sent, states, job } = changeOf(3, (call) => {
    if (call.body['dry_run'] === true)
      return { results: [result(1n, 'unchanged'), result(2n, 'changed', 1), result(3n, 'changed', 7)] };
    if (!isLost) return changed(call);
    isLost = false;
    throw new ApiFailure('network', 'no answer');
  });
  await job.run(applyWork(change));
  expect(states()).toEqual(['unsure', 'unsure', 'unsure']);
  await job.run(applyWork(change));
  expect(states()).toEqual(['saved', 'saved', 'failed']);
  expect(sent.at(-1)?.body['items']).toEqual([{ id: 2n, version: 1 }]);
});

test('a failed ticket is retried in its present version', async () => {
  const { change, rows, sent, states, job } = changeOf(2, (call) =>
    call.body['dry_run'] === true ? { results: [result(1n, 'changed', 5)] } : changed(call),
  );
  const [first, second] = rows;
  if (first === undefined || second === undefined) return expect.fail();
  first.state = 'failed';
  second.state = 'saved';
  await job.run(applyWork(change, [first]));
  expect(sent.at(-1)?.body['items']).toEqual([{ id: 1n, version: 5 }]);
  expect(states()).toEqual(['saved', 'saved']);
});

test('a missing scope stops the job and fails no ticket', async () => {
  const { change, job } = changeOf(2, () => {
    throw new ApiFailure('forbidden', 'no', { status: 403 });
  });
  await job.run(applyWork(change));
  expect(job.state.get()).toMatchObject({ phase: 'stopped', error: { kind: 'forbidden' } });
});

test('undo uses the calls that the service lists for the change, and skips tickets that someone has changed', async () => {
  const { change, rows, sent, states, job } = changeOf(3, (call) => {
    if (call.name === 'undoTickets') return { results: [result(1n, 'changed', 3), result(2n, 'skipped')] };
    if (call.name === 'bulkUpdateTickets') return { results: [result(3n, 'changed', 3)] };
    const listed = { batch_id: 'a', undone_utc: null };
    return {
      items: [
        { ...listed, undo_token: 'mine' },
        { ...listed, undo_token: 'done', undone_utc: '2026-11-20T10:00:00Z' },
        { ...listed, undo_token: 'other', batch_id: 'b' },
      ],
    };
  });
  for (const row of rows) row.state = 'saved';
  await job.run(undoWork(change));
  expect(sent.filter(({ name }) => name === 'undoTickets').map(({ body }) => body)).toEqual([{ undo_token: 'mine' }]);
  // The answer about the third was lost with an earlier try; a dry run shows that it has the old values.
  expect(states()).toEqual(['undone', 'skipped', 'undone']);
});

test('without bulk changes each ticket is one call, and undo writes the old values', async () => {
  const { change, sent, states, job } = changeOf(2, ({ body }) => ({ id: body['id'] }), false);
  await job.run(applyWork(change));
  expect(states()).toEqual(['saved', 'saved']);
  await job.run(undoWork(change));
  expect(states()).toEqual(['undone', 'undone']);
  expect(sent.slice(2).map(({ body }) => body)).toEqual([
    { id: 1n, status: 'open' },
    { id: 2n, status: 'open' },
  ]);
});

test('a stopped job does not wait for single changes of its tickets, which may wait for the job', async () => {
  const { change, rows, job, states } = changeOf(1, changed);
  const jobIsOver = Promise.withResolvers<void>();
  const undone = sendInTurn({ id: 1n, number: 1_000 }, async () => {
    await jobIsOver.promise;
    return { ticket: null, result: 'undone' };
  });
  const running = job.run(applyWork(change));
  expect(rows).toHaveLength(1);
  job.stop();
  await running;
  expect(states()).toEqual(['saved']);
  jobIsOver.resolve();
  expect(await undone).toBe('undone');
});
