import { beforeEach, describe, expect, test } from 'vitest';
import { HostBreaker, type HostVerdict } from './host-breaker.ts';

const REST_MS = 30_000;

let nowMs: number;
let begun: number;
let breaker: HostBreaker;

const [OWN, OTHER, THIRD] = [1n, 2n, 3n];

beforeEach(() => {
  [nowMs, begun] = [7, 0];
  breaker = new HostBreaker({ failures: 3, restMs: REST_MS, monotonicMs: () => nowMs });
});

/** Makes one call with this outcome. @returns whether it was let through */
async function call(end: HostVerdict | Promise<HostVerdict>, site = OWN): Promise<boolean> {
  const work = async () => {
    begun += 1;
    const verdict = await end;
    if (verdict !== 'answered') throw new Error(verdict);
    return 'result';
  };
  const judge = (error: unknown) => (error as Error).message as HostVerdict;
  const done = await breaker.run(site, work, judge).catch(() => ({ result: 'thrown' }));
  return done !== null;
}

async function callAll(...ends: readonly HostVerdict[]): Promise<void> {
  for (const end of ends) await call(end);
}

test('results and errors are passed through', async () => {
  const error = new Error('as it is');
  const judge = () => 'failed' as const;
  expect(await breaker.run(OWN, async () => 7, judge)).toEqual({ result: 7 });
  await expect(breaker.run(OWN, () => Promise.reject(error), judge)).rejects.toBe(error);
});

test('consecutive failures open the breaker: refused calls are not started', async () => {
  await callAll('failed', 'failed');
  expect(breaker.isRefusing(OWN)).toBe(false);
  await call('failed');
  expect(breaker.isRefusing(OWN)).toBe(true);
  nowMs += REST_MS - 1;
  expect(await call('answered')).toBe(false);
  expect(begun).toBe(3);
  nowMs += 1;
  expect(breaker.isRefusing(OWN)).toBe(false);
  expect(await call('answered')).toBe(true);
});

test('an answer resets the count, and an inconclusive outcome does not change it', async () => {
  await callAll('failed', 'failed', 'answered', 'failed', 'failed', 'unknown');
  expect(breaker.isRefusing(OWN)).toBe(false);
  await call('failed');
  expect(breaker.isRefusing(OWN)).toBe(true);
});

test('after the rest only one probe runs at a time', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  const end = Promise.withResolvers<HostVerdict>();
  const probe = call(end.promise);
  expect(breaker.isRefusing(OWN)).toBe(true);
  nowMs += 10 * REST_MS;
  expect(await call('answered')).toBe(false);
  end.resolve('answered');
  expect(await probe).toBe(true);
  // One answer closes the breaker: it takes all failures again to open it.
  await callAll('failed', 'failed');
  expect(breaker.isRefusing(OWN)).toBe(false);
});

test('a failed probe starts another rest from its end', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  const end = Promise.withResolvers<HostVerdict>();
  const probe = call(end.promise);
  nowMs += 5_000;
  end.resolve('failed');
  await probe;
  nowMs += REST_MS - 1;
  expect(breaker.isRefusing(OWN)).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing(OWN)).toBe(false);
});

test('after an inconclusive probe the next call is the probe', async () => {
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS;
  await call('unknown');
  expect(breaker.isRefusing(OWN)).toBe(false);
  expect(await call('failed')).toBe(true);
  expect(breaker.isRefusing(OWN)).toBe(true);
});

test('earlier calls that fail during the rest do not prolong it, and one that is answered ends it', async () => {
  const late = [Promise.withResolvers<HostVerdict>(), Promise.withResolvers<HostVerdict>()] as const;
  const calls = late.map(({ promise }) => call(promise));
  await callAll('failed', 'failed', 'failed');
  nowMs += REST_MS - 1;
  late[0].resolve('failed');
  await calls[0];
  expect(breaker.isRefusing(OWN)).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing(OWN)).toBe(false);
  await call('failed');
  expect(breaker.isRefusing(OWN)).toBe(true);
  late[1].resolve('answered');
  await calls[1];
  expect(breaker.isRefusing(OWN)).toBe(false);
});

test('the defaults are five failures and 30 seconds', async () => {
  breaker = new HostBreaker({ monotonicMs: () => nowMs });
  await callAll('failed', 'failed', 'failed', 'failed');
  expect(breaker.isRefusing(OWN)).toBe(false);
  await call('failed');
  nowMs += 29_999;
  expect(breaker.isRefusing(OWN)).toBe(true);
  nowMs += 1;
  expect(breaker.isRefusing(OWN)).toBe(false);
});

describe('between sites', () => {
  const refused = () => [OWN, OTHER, THIRD].map((site) => breaker.isRefusing(site));

  test('failures of one site open the breaker only for that site, however many they are', async () => {
    const late = Array.from({ length: 20 }, () => Promise.withResolvers<HostVerdict>());
    const calls = late.map(({ promise }) => call(promise));
    for (const { resolve } of late) resolve('failed');
    await Promise.all(calls);
    expect(refused()).toEqual([true, false, false]);
    expect(await call('answered', OTHER)).toBe(true);
    // Failures of other sites do not open the breaker of this one.
    expect(refused()).toEqual([true, false, false]);
    nowMs += REST_MS;
    expect(refused()).toEqual([false, false, false]);
  });

  test('consecutive failures of two sites open it for all', async () => {
    await callAll('failed', 'failed');
    await call('failed', OTHER);
    expect(refused()).toEqual([true, true, true]);
    nowMs += REST_MS;
    expect(await call('answered', THIRD)).toBe(true);
    expect(refused()).toEqual([false, false, false]);
  });

  test('an answer to any site in between resets the count', async () => {
    await callAll('failed', 'failed');
    await call('answered', THIRD);
    await call('failed', OTHER);
    expect(refused()).toEqual([false, false, false]);
  });

  test('after a rest of all each site has a probe, and a failed one prolongs only the rest of its site', async () => {
    await callAll('failed', 'failed');
    await call('failed', OTHER);
    nowMs += REST_MS;
    const hanging = Promise.withResolvers<HostVerdict>();
    const probe = call(hanging.promise);
    expect(refused()).toEqual([true, false, false]);
    hanging.resolve('failed');
    await probe;
    expect(refused()).toEqual([true, false, false]);
    // A second failed probe shows that the host is still failing.
    await call('failed', OTHER);
    expect(refused()).toEqual([true, true, true]);
  });
});
