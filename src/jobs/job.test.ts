import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listTags } from '#contract/tags.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { enterSession, leaveSession } from '#src/session/session-store.ts';
import { Job, type JobWork } from './job.ts';

let page = new EventTarget();
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

/** Work of numbered items; `send` makes the call of one. */
function workOf(count: number, send: (item: number) => Promise<void>, concurrency = 1) {
  const waiting = Array.from({ length: count }, (_, item) => item);
  const done: number[] = [];
  const work: JobWork = {
    concurrency,
    left: () => count - done.length,
    next: () => {
      const item = waiting.shift();
      if (item === undefined) return undefined;
      return async () => {
        try {
          await send(item);
          done.push(item);
        } catch (error) {
          waiting.unshift(item);
          throw error;
        }
      };
    },
  };
  return { work, done };
}

test('a job makes its calls in order and is done', async () => {
  const job = new Job();
  const { work, done } = workOf(3, () => Promise.resolve());
  await job.run(work);
  expect(done).toEqual([0, 1, 2]);
  expect(job.state.get()).toMatchObject({ phase: 'done', error: null });
});

test('no more calls are on their way than the work allows', async () => {
  let running = 0;
  let most = 0;
  const { work } = workOf(
    20,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    },
    4,
  );
  await new Job().run(work);
  expect(most).toBe(4);
});

test('a call that adds more work uses all places again', async () => {
  let running = 0;
  let most = 0;
  let left = 5;
  const waiting = [0];
  const next = () => {
    const item = waiting.shift();
    if (item === undefined) return undefined;
    return async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      left -= 1;
      if (item === 0) waiting.push(1, 2, 3, 4);
    };
  };
  await new Job().run({ concurrency: 2, left: () => left, next });
  expect([left, most]).toEqual([0, 2]);
});

test('Stop finishes the calls that were sent, and the same work continues', async () => {
  const job = new Job();
  const { work, done } = workOf(3, (item) => {
    if (item === 1) job.stop();
    return Promise.resolve();
  });
  await job.run(work);
  expect(done).toEqual([0, 1]);
  expect(job.state.get()).toMatchObject({ phase: 'stopped', error: null });
  await job.run(work);
  expect(done).toEqual([0, 1, 2]);
  expect(job.state.get().phase).toBe('done');
});

test('an error stops the job with its reason, and the same work continues with the failed call', async () => {
  const job = new Job();
  const lost = new ApiFailure('network', 'no answer');
  let isLost = true;
  const { work, done } = workOf(3, (item) => {
    if (item !== 1 || !isLost) return Promise.resolve();
    isLost = false;
    return Promise.reject(lost);
  });
  await job.run(work);
  expect(job.state.get()).toMatchObject({ phase: 'stopped', error: lost });
  await job.run(work);
  expect(done).toEqual([0, 1, 2]);
});

test('leaving the page asks while a job runs, and after an error', async () => {
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const job = new Job();
  const during: boolean[] = [];
  const fails = workOf(1, () => {
    during.push(asks());
    return Promise.reject(new ApiFailure('network', 'no answer'));
  });
  await job.run(fails.work);
  expect([...during, asks()]).toEqual([true, true]);
  job.close();
  expect(asks()).toBe(false);

  const harmless = new Job({ guardsLeaving: false });
  await harmless.run(workOf(1, () => Promise.resolve(void during.push(asks()))).work);
  expect(during.at(-1)).toBe(false);
});

test('a closed job does not ask before leaving, even if its last call fails', async () => {
  const job = new Job();
  const { promise, reject } = Promise.withResolvers<void>();
  const over = job.run(workOf(1, () => promise).work);
  job.close();
  reject(new ApiFailure('network', 'no answer'));
  await over;
  expect(page.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  enterSession({
    token: 'sct_x',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    kind: 'session',
    kept: false,
  });
  closing.push(() => {
    leaveSession();
    server.closeAllConnections();
    server.close();
  });
}

const TAGS = '{"ok":true,"data":{"items":[],"total_count":0}}';
const refusal = (code: string) => JSON.stringify({ ok: false, error: { code, message: 'not now' } });

test('a call waits after 429 and 503 for as long as the service says, then is sent again', async () => {
  const statuses = [429, 503, 502];
  let calls = 0;
  await serve((_request, response) => {
    calls += 1;
    const status = statuses.shift();
    if (status === undefined) response.end(TAGS);
    else response.writeHead(status, { 'Retry-After': '0' }).end(refusal('overloaded'));
  });
  const job = new Job();
  const waits: unknown[] = [];
  job.state.subscribe(({ wait }) => waits.push(wait));
  await job.run(workOf(1, async () => void (await job.call(listTags, {}))).work);
  expect(job.state.get().phase).toBe('done');
  expect(calls).toBe(4);
  expect(waits).toContain('busy');
});

test('a service that stays busy stops the job after five tries', async () => {
  let calls = 0;
  await serve((_request, response) => {
    calls += 1;
    response.writeHead(503, { 'Retry-After': '0' }).end(refusal('overloaded'));
  });
  const job = new Job();
  await job.run(workOf(1, async () => void (await job.call(listTags, {}))).work);
  expect(job.state.get()).toMatchObject({ phase: 'stopped', error: { status: 503 } });
  expect(calls).toBe(5);
});

test('Stop ends the waiting for a turn, and leaves a call that was sent to be answered', async () => {
  const job = new Job();
  let calls = 0;
  await serve((_request, response) => {
    calls += 1;
    if (calls === 1) {
      job.stop();
      setTimeout(() => response.end(TAGS), 20);
    } else response.writeHead(429, { 'Retry-After': '30' }).end(refusal('rate_limited'));
  });
  const outcomes: unknown[] = [];
  const work = () => workOf(1, () => job.call(listTags, {}).then(() => void outcomes.push('answered'))).work;
  await job.run(work());
  expect(outcomes).toEqual(['answered']);
  expect(job.state.get().phase).toBe('done');

  const second = job.run(work());
  await vi.waitFor(() => expect(calls).toBe(2));
  await vi.waitFor(() => expect(job.state.get().wait).toBe('turn'), { timeout: 3_000 });
  job.stop();
  await second;
  expect(outcomes).toEqual(['answered']);
  expect(job.state.get()).toMatchObject({ phase: 'stopped', error: null });
});
