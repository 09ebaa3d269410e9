import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRateLimit, type takeTurn as TakeTurn } from './allowance.ts';
import type { logCall as LogCall } from './call-log.ts';

let takeTurn: typeof TakeTurn;
let logCall: typeof LogCall;

// Each test begins with fresh modules, as a page does.
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ takeTurn } = await import('./allowance.ts'));
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

test('background work pauses while a tenth is left, until the window is over', async () => {
  answer(200, standing(2, 20));
  const taken = watch([takeTurn('background')]);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(taken()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken()).toBe(1);
});

test('an aborted wait ends at once and does not delay the next one', async () => {
  answer(429, { 'Retry-After': '2' });
  const controller = new AbortController();
  const given = takeTurn('background', controller.signal);
  const taken = watch([takeTurn('background')]);
  controller.abort(new Error('stopped'));
  await expect(given).rejects.toThrow('stopped');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(taken()).toBe(1);
});

const read = (limit: string | null, policy: string | null) =>
  readRateLimit(
    new Headers([
      ...(limit === null ? [] : [['RateLimit', limit] as [string, string]]),
      ...(policy === null ? [] : [['RateLimit-Policy', policy] as [string, string]]),
    ]),
  );

test('the headers of our service', () => {
  expect(read('"token";r=598;t=37', '"token";q=600;w=60')).toEqual({ limit: 600, left: 598, resetMs: 37_000 });
});

test('of several policies the one with the least share left', () => {
  expect(read('"day"; r=50;t=3600, "minute";t=10;r=5', '"minute";q=60;w=60, "day";q=1000;w=86400;pk=:a2V5:')).toEqual({
    limit: 1000,
    left: 50,
    resetMs: 3_600_000,
  });
});

test.each([
  [null, null],
  ['"token";r=5;t=6', null],
  [null, '"token";q=600'],
  ['"token";r=5;t=6', '"other";q=600'],
  ['"token";r=-5;t=6', '"token";q=600'],
  ['"token";r=5', '"token";q=600'],
  ['"token";r=5;t=6', '"token";q=0'],
  ['limit=100, remaining=50, reset=50', 'x'],
  ['"token";r=99999999999999;t=6', '"token";q=600'],
])('%s with %s says nothing', (limit, policy) => {
  expect(read(limit, policy)).toBeNull();
});
