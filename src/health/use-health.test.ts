import { expect, test } from 'vitest';
import { ApiFailure } from '#src/api/api-failure.ts';
import { refreshWaitMs } from './use-health.ts';

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
