import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const forever = new AbortController().signal;

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('waiters get permits in the order of their requests', async () => {
  const semaphore = new Semaphore(2);
  const granted: number[] = [];
  const release: (() => void)[] = [];
  for (let n = 0; n < 5; n += 1) {
    void semaphore.acquire(forever).then((end) => {
      granted.push(n);
      release.push(end);
    });
  }
  await settle();
  expect(granted).toEqual([0, 1]);
  release[1]?.();
  release[1]?.();
  await settle();
  expect(granted).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) {
    release[n]?.();
    await settle();
  }
  expect(granted).toEqual([0, 1, 2, 3, 4]);
  expect(semaphore.isIdle).toBe(true);
});

test('an aborted waiter gets no permit and does not delay the next', async () => {
  const semaphore = new Semaphore(1);
  const end = await semaphore.acquire(forever);
  const gone = new AbortController();
  const waiting = semaphore.acquire(gone.signal);
  const next = semaphore.acquire(forever);
  gone.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  end();
  (await next)();
  expect(semaphore.isIdle).toBe(true);
  await expect(semaphore.acquire(gone.signal)).rejects.toThrow('too late');
});

test('tryAcquire returns a free permit or null', async () => {
  const semaphore = new Semaphore(1);
  const release = semaphore.tryAcquire();
  expect(release).not.toBeNull();
  expect(semaphore.tryAcquire()).toBeNull();
  release?.();
  const next = semaphore.tryAcquire();
  expect(next).not.toBeNull();
  next?.();
  expect(semaphore.isIdle).toBe(true);
});
