import { expect, test } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { hashKey, retryDelayMs, shouldRetry } from './query-client.ts';

test('keys with ids beyond 2^53 stay apart, and the order of fields does not count', () => {
  expect(hashKey(['ticket', { id: 9_007_199_254_740_993n }])).not.toBe(
    hashKey(['ticket', { id: 9_007_199_254_740_992n }]),
  );
  expect(hashKey(['t', { a: 1n, b: ['x'] }])).toBe(hashKey(['t', { b: ['x'], a: 1n }]));
  expect(hashKey(['t', { id: 5n }])).not.toBe(hashKey(['t', { id: 5 }]));
});

test.each(['unauthorized', 'forbidden', 'not_found', 'conflict', 'bad_request', 'timeout'] as const)(
  'a read that ended as %s is not tried again',
  (kind) => {
    expect(shouldRetry(0, new ApiFailure(kind, ''))).toBe(false);
  },
);

test.each(['network', 'server'] as const)('a read that ended as %s is tried again three times', (kind) => {
  const failure = new ApiFailure(kind, '');
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure))).toEqual([true, true, true, false]);
});

test('the wait that the service asks for is kept, and a long one is shown instead', () => {
  const short = new ApiFailure('rate_limited', '', { retryAfterSeconds: 4 });
  expect(shouldRetry(0, short)).toBe(true);
  expect(retryDelayMs(0, short)).toBeGreaterThanOrEqual(4_000);
  expect(shouldRetry(0, new ApiFailure('rate_limited', '', { retryAfterSeconds: 40 }))).toBe(false);
  expect(retryDelayMs(2, new ApiFailure('server', ''))).toBeGreaterThanOrEqual(2_000);
});
