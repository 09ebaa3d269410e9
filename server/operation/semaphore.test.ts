import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const forever = new AbortController().signal;

/** Lets everything that is ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('so many permits are granted at a time, and the others follow in their order', async () => {
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

test('who gives up waiting gets no permit and keeps nobody waiting', async () => {
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

test('who does not wait gets a permit that is left, or none', async () => {
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
