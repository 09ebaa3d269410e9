import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { readAllowance as ReadAllowance, takeTurn as TakeTurn } from './allowance.ts';
import type { logCall as LogCall } from './call-log.ts';

let takeTurn: typeof TakeTurn;
let readAllowance: typeof ReadAllowance;
let logCall: typeof LogCall;

// Each test begins with what a page has that just fetched the modules.

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const allowance = await import('./allowance.ts');
  ({ takeTurn, readAllowance } = allowance);
  allowance.startAllowance();
  ({ logCall } = await import('./call-log.ts'));
});
afterEach(() => vi.useRealTimers());

function answer(status: number, headers: Record<string, string>): void {
  const end = logCall({
    operation: 'listTags',
    resource: 'tags',
    method: 'GET',
    url: '/v1/api.ashx?resource=tags',
    body: null,
    idempotencyKey: null,
    priority: 'user',
    isOfSession: true,
  });
  end(new Response(null, { status, headers }), '');
}

const standing = (left: number, seconds: number, limit = 20) => ({
  RateLimit: `"token";r=${left};t=${seconds}`,
  'RateLimit-Policy': `"token";q=${limit};w=60`,
});

function watch(turns: readonly Promise<void>[]): () => number {
  let taken = 0;
  for (const turn of turns) void turn.then(() => (taken += 1));
  return () => taken;
}

test('every answer tells how the allowance stands', () => {
  expect(readAllowance()).toBeNull();
  answer(200, standing(14, 30));
  expect(readAllowance()).toEqual({ limit: 20, left: 14, resetMs: 30_000 });
});

test("people's own calls never wait", async () => {
  answer(429, { ...standing(0, 30), 'Retry-After': '30' });
  const taken = watch([takeTurn('user'), takeTurn('background')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(taken()).toBe(1);
});

test('background turns come in order, three quarters of the limit in a minute', async () => {
  answer(200, standing(20, 60));
  const taken = watch(Array.from({ length: 18 }, () => takeTurn('background')));
  await vi.advanceTimersByTimeAsync(0);
  expect(taken()).toBe(15);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(taken()).toBe(15);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken()).toBe(18);
});

test.each([
  ['seconds', { 'Retry-After': '12' }, 12_000],
  ['nothing', {}, 5_000],
] as const)('after a 429 with %s it waits as long', async (_name, headers, ms) => {
  answer(429, headers);
  const taken = watch([takeTurn('background')]);
  await vi.advanceTimersByTimeAsync(ms - 1_000);
  expect(taken()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken()).toBe(1);
});

test('who gives up waiting is let go at once, and the next one is not held up', async () => {
  answer(429, { 'Retry-After': '2' });
  const controller = new AbortController();
  const given = takeTurn('background', controller.signal);
  const taken = watch([takeTurn('background')]);
  controller.abort(new Error('stopped'));
  await expect(given).rejects.toThrow('stopped');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(taken()).toBe(1);
});
