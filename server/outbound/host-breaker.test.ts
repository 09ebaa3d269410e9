import { beforeEach, expect, test } from 'vitest';
import { HostBreaker, type HostVerdict } from './host-breaker.ts';

const REST_MS = 30_000;

let nowMs: number;
let begun: number;
let breaker: HostBreaker;

beforeEach(() => {
  [nowMs, begun] = [7, 0];
  breaker = new HostBreaker({ failures: 3, restMs: REST_MS, monotonicMs: () => nowMs });
});

/** One call that ends so. Answers whether it was let through. */
async function call(end: HostVerdict | Promise<HostVerdict>): Promise<boolean> {
  const work = async () => {
    begun += 1;
    const verdict = await end;
    if (verdict !== 'answered') throw new Error(verdict);
    return 'result';
  };
  const judge = (error: unknown) => (error as Error).message as HostVerdict;
  const done = await breaker.run(work, judge).catch(() => ({ result: 'thrown' }));
  return done !== null;
}

async function callAll(...ends: readonly HostVerdict[]): Promise<void> {
  for (const end of ends) await call(end);
}

test('a result and an error come through as they are', async () => {
  const error = new Error('as it is');
  const judge = () => 'failed' as const;
  expect(await breaker.run(async () => 7, judge)).toEqual({ result: 7 });
  await expect(breaker.run(() => Promise.reject(error), judge)).rejects.toBe(error);
});

test('failures in a row close the way for a rest: refused calls are not begun', async () => {
  await callAll('failed', 'failed');
  expect(breaker.isRefusing).toBe(false);
  await call('failed');
  expect(breaker.isRefusing).toBe(true);
  nowMs += REST_MS - 1;
  expect(await call('answered')).toBe(false);
  expect(begun).toBe(3);
  nowMs += 1;
  expect(breaker.isRefusing).toBe(false);
  expect(await call('answered')).toBe(true);
});

test('an answer in between begins the count anew, and what tells nothing leaves it', async () => {
  await callAll('failed', 'failed', 'answered', 'failed', 'failed', 'unknown');
  expect(breaker.isRefusing).toBe(false);
  await call('failed');
  expect(breaker.isRefusing).toBe(true);
});

test('after the rest one probe is under way, no second one beside it', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  const end = Promise.withResolvers<HostVerdict>();
  const probe = call(end.promise);
  expect(breaker.isRefusing).toBe(true);
  nowMs += 10 * REST_MS;
  expect(await call('answered')).toBe(false);
  end.resolve('answered');
  expect(await probe).toBe(true);
  // One answer is enough: as many failures as before are needed again.
  await callAll('failed', 'failed');
  expect(breaker.isRefusing).toBe(false);
});

test('a probe that fails begins another rest, from its end', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  const end = Promise.withResolvers<HostVerdict>();
  const probe = call(end.promise);
  nowMs += 5_000;
  end.resolve('failed');
  await probe;
  nowMs += REST_MS - 1;
  expect(breaker.isRefusing).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing).toBe(false);
});

test('a probe that tells nothing leaves the next call to be one', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  await call('unknown');
  expect(breaker.isRefusing).toBe(false);
  expect(await call('failed')).toBe(true);
  expect(breaker.isRefusing).toBe(true);
});

test('calls of before that fail during the rest do not prolong it, and one that is answered ends it', async () => {
  const late = [Promise.withResolvers<HostVerdict>(), Promise.withResolvers<HostVerdict>()] as const;
  const calls = late.map(({ promise }) => call(promise));
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS - 1;
  late[0].resolve('failed');
  await calls[0];
  expect(breaker.isRefusing).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing).toBe(false);
  await call('failed');
  expect(breaker.isRefusing).toBe(true);
  late[1].resolve('answered');
  await calls[1];
  expect(breaker.isRefusing).toBe(false);
});

test('five failures and half a minute are what holds without other rules', async () => {
  breaker = new HostBreaker({ monotonicMs: () => nowMs });
  await callAll('failed', 'failed', 'failed', 'failed');
  expect(breaker.isRefusing).toBe(false);
  await call('failed');
  nowMs += 29_999;
  expect(breaker.isRefusing).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing).toBe(false);
});
