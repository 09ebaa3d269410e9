import { beforeEach, expect, test } from 'vitest';
import { ApiFailure } from '#src/api/api-failure.ts';
import { noteVisit, refreshWaitMs, visitBefore } from './use-health.ts';

const START = Date.parse('2026-11-18T08:00:00Z');
const MINUTE = 60_000;

let site = 0n;
beforeEach(() => {
  site += 1n;
});

test('the visit before ends where nobody looked for half an hour; refreshes and reloads go on with the same one', () => {
  expect(visitBefore(site, START)).toBeNull();
  noteVisit(site, START);
  noteVisit(site, START + 20 * MINUTE);
  expect(visitBefore(site, START + 40 * MINUTE)).toBeNull();
  const back = START + 51 * MINUTE;
  expect(visitBefore(site, back)).toBe('2026-11-18T08:20:00.000Z');
  noteVisit(site, back);
  noteVisit(site, back + 10 * MINUTE);
  expect(visitBefore(site, back + 15 * MINUTE)).toBe('2026-11-18T08:20:00.000Z');
  expect(visitBefore(site + 100n, back)).toBeNull();
});

test('a refresh comes every 30 s, after failures at 30 s, 1, 2 and 5 min, and never before the service allows it', () => {
  const failure = new ApiFailure('server', 'down', { status: 503 });
  expect([0, 1, 2, 3, 4, 9].map((failures) => refreshWaitMs(failures, failure) / 1000)).toEqual([
    30, 30, 60, 120, 300, 300,
  ]);
  const limited = new ApiFailure('rate_limited', 'slow down', { status: 429, retryAfterSeconds: 45 });
  expect(refreshWaitMs(1, limited)).toBe(45_000);
  expect(refreshWaitMs(3, limited)).toBe(120_000);
  // An answer has come since.
  expect(refreshWaitMs(0, limited)).toBe(30_000);
});
