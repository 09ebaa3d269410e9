import { expect, test } from 'vitest';
import { createAllowance } from './allowance-model.ts';

function start(fallback: number | null = null) {
  let now = 1_000;
  const model = createAllowance(() => now);
  return {
    ...model,
    advance: (ms: number) => {
      now += ms;
    },
    left: () => model.view(fallback)?.left,
    wait: () => model.waitMs(fallback),
    send: (count: number, isBackground: boolean) => {
      for (let n = 0; n < count; n += 1) model.sent(isBackground);
    },
  };
}

test('nothing is known, and nothing waits, until an answer or whoami tells of a limit', () => {
  const allowance = start();
  allowance.send(100, true);
  expect(allowance.view(null)).toBeNull();
  expect(allowance.wait()).toBe(0);
});

test('what is left is what the service said, less what was sent since', () => {
  const allowance = start();
  allowance.read({ limit: 600, left: 412, resetMs: 30_000 });
  expect(allowance.view(null)).toEqual({ limit: 600, left: 412, resetMs: 30_000 });
  allowance.advance(1_000);
  allowance.send(2, false);
  expect(allowance.view(null)).toEqual({ limit: 600, left: 410, resetMs: 29_000 });
});

test('answers overtake each other: within a window the least is the latest', () => {
  const allowance = start();
  allowance.read({ limit: 600, left: 410, resetMs: 30_000 });
  // Slow: it was counted before, and its seconds were counted when it left.
  allowance.advance(4_000);
  allowance.read({ limit: 600, left: 411, resetMs: 31_000 });
  expect(allowance.view(null)).toEqual({ limit: 600, left: 410, resetMs: 26_000 });
  allowance.read({ limit: 600, left: 409, resetMs: 26_000 });
  expect(allowance.left()).toBe(409);
});

test('the next window begins whole, by the clock or by the first answer in it', () => {
  const allowance = start();
  allowance.read({ limit: 600, left: 3, resetMs: 2_000 });
  allowance.advance(1_500);
  // The service rounds up: its window ended half a second before.
  allowance.read({ limit: 600, left: 599, resetMs: 60_000 });
  expect(allowance.left()).toBe(599);
  // An answer of the window before, late.
  allowance.read({ limit: 600, left: 1, resetMs: 1_000 });
  expect(allowance.left()).toBe(599);
  allowance.advance(60_000);
  expect(allowance.view(null)).toEqual({ limit: 600, left: 600, resetMs: null });
});

test('background work has three quarters of the limit in any minute', () => {
  const allowance = start();
  allowance.read({ limit: 100, left: 100, resetMs: 60_000 });
  allowance.send(74, true);
  expect(allowance.wait()).toBe(0);
  allowance.advance(10_000);
  allowance.send(1, true);
  expect(allowance.wait()).toBe(50_000);
  // People's own calls do not count to it.
  allowance.send(5, false);
  expect(allowance.wait()).toBe(50_000);
  allowance.advance(50_000);
  expect(allowance.wait()).toBe(0);
});

test('background work stops while a tenth is left, until the window is over', () => {
  const allowance = start();
  allowance.read({ limit: 600, left: 61, resetMs: 20_000 });
  expect(allowance.wait()).toBe(0);
  allowance.send(1, false);
  expect(allowance.wait()).toBe(20_000);
  allowance.advance(20_000);
  expect(allowance.wait()).toBe(0);
});

test('a refusal stops it for as long as the service asks, and no later word shortens that', () => {
  const allowance = start();
  allowance.block(30_000);
  allowance.block(5_000);
  allowance.read({ limit: 600, left: 600, resetMs: 60_000 });
  expect(allowance.wait()).toBe(30_000);
  allowance.advance(30_000);
  expect(allowance.wait()).toBe(0);
});

test('a limit of one still lets background work go on, one call a minute', () => {
  const allowance = start();
  allowance.read({ limit: 1, left: 1, resetMs: 60_000 });
  expect(allowance.wait()).toBe(0);
  allowance.send(1, true);
  expect(allowance.wait()).toBe(60_000);
});

test('without headers the calls of the last minute are counted against the limit that whoami names', () => {
  const allowance = start(20);
  allowance.send(5, false);
  allowance.advance(30_000);
  allowance.send(13, false);
  expect(allowance.view(20)).toEqual({ limit: 20, left: 2, resetMs: 30_000 });
  expect(allowance.wait()).toBe(30_000);
  allowance.advance(30_000);
  expect(allowance.left()).toBe(7);
  expect(allowance.wait()).toBe(0);
});
