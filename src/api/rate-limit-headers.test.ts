import { expect, test } from 'vitest';
import { readRateLimit } from './allowance-model.ts';

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
