import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { judgeInSteps, runInBlocks } from './bulk-blocks.ts';

const TICKETS = Array.from({ length: 1_000 }, (_, n) => ({ id: BigInt(n + 1) }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const db: Db = {
  query: () => Promise.reject(new Error('nothing is asked here')),
  transaction: (work) => work(db),
  takeIds: () => Promise.reject(new Error('nothing is drawn here')),
  takeTicketNumbers: () => Promise.reject(new Error('nothing is drawn here')),
};

/** The block sizes if each ticket takes this long to store. */
async function sizesAt(msPerTicket: number): Promise<number[]> {
  const sizes: number[] = [];
  const results = await runInBlocks(db, TICKETS, async (_db, block) => {
    sizes.push(block.length);
    vi.advanceTimersByTime(block.length * msPerTicket);
    return block.map(({ id }) => ({ id, ticket_number: 1, version: 1, outcome: 'changed', code: null, message: null }));
  });
  expect(results.map(({ id }) => id)).toEqual(TICKETS.map(({ id }) => id));
  return sizes;
}

test('a block has as many tickets as a transaction stores in a tenth of a second, at most 250', async () => {
  expect(await sizesAt(4)).toEqual([50, ...Array.from({ length: 38 }, () => 25)]);
  expect(await sizesAt(0.1)).toEqual([50, 100, 200, 250, 250, 150]);
});

test('a slow database still gets blocks of at least 10 tickets', async () => {
  const sizes = await sizesAt(1_000);
  expect(new Set(sizes.slice(1))).toEqual(new Set([10]));
});

test('a dry run judges 250 tickets at a time and keeps their order', async () => {
  const sizes: number[] = [];
  const results = await judgeInSteps(TICKETS.slice(0, 600), async (step) => {
    sizes.push(step.length);
    return step.map(({ id }) => ({ id, ticket_number: 1, version: 1, outcome: 'changed', code: null, message: null }));
  });
  expect(sizes).toEqual([250, 250, 100]);
  expect(results.map(({ id }) => id)).toEqual(TICKETS.slice(0, 600).map(({ id }) => id));
});
