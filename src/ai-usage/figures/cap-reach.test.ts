import { describe, expect, test } from 'vitest';
import {
  alertKey,
  alertsOf,
  budgetReachedAt,
  periodEnd,
  reachedPercent,
  tokensReachedAt,
  type Reach,
} from './cap-reach.ts';

const at = (iso: string) => Date.parse(`${iso}Z`);
const text = (reach: Reach) => (reach.kind === 'at' ? new Date(reach.ms).toISOString().slice(0, 16) : reach.kind);

describe('tokens a day', () => {
  const tokens = (current: bigint, limit: bigint, now = '2026-11-20T12:00') =>
    text(tokensReachedAt({ current, limit, nowMs: at(now) }));

  test('AI-07: a day goes on as it has gone since midnight UTC', () => {
    // 600 in 12 hours are 50 an hour: 100 more take two hours.
    expect(tokens(600n, 700n)).toBe('2026-11-20T14:00');
    // 600 more take the 12 hours that are left: that is midnight, when the count begins anew.
    expect(tokens(600n, 1_200n)).toBe('not');
    expect(tokens(600n, 1_199n)).toBe('2026-11-20T23:58');
    expect(tokens(0n, 5n)).toBe('not');
  });

  test('a limit that is used up is reached now, 0 always; the first hour says nothing', () => {
    expect(tokens(700n, 700n)).toBe('now');
    expect(tokens(0n, 0n)).toBe('now');
    expect(tokens(5n, 700n, '2026-11-20T00:59')).toBe('unknown');
  });
});

describe('USD a month', () => {
  // 400 so far; 14 more today, then 24 a working day and 6 a day of the weekend of 21 and 22 November.
  const byDayUsd = [414, 420, 426, 450, 474, 498, 522, 546, 552, 558, 582];
  const budget = (limitUsd: number, days: readonly number[] | null = byDayUsd, now = '2026-11-20T12:00') =>
    text(budgetReachedAt({ currentUsd: 400, limitUsd, byDayUsd: days, nowMs: at(now) }));

  test('AI-07: each day costs what the forecast says, evenly over its hours', () => {
    // 14 are left for the 12 hours of today: 7 take six of them.
    expect(budget(407)).toBe('2026-11-20T18:00');
    // 3 of the 6 of Saturday, 12 of the 24 of Monday.
    expect(budget(417)).toBe('2026-11-21T12:00');
    expect(budget(438)).toBe('2026-11-23T12:00');
    expect(budget(582)).toBe('2026-12-01T00:00');
    expect(budget(582.01)).toBe('not');
  });

  test('a day that cost more than its kind has nothing left to spend', () => {
    expect(budget(403, [400, 406])).toBe('2026-11-21T12:00');
  });

  test('now, never and not known are three things', () => {
    expect(budget(400)).toBe('now');
    expect(budget(401, [400, 400])).toBe('not');
    expect(budget(401, null)).toBe('unknown');
  });
});

test('periods end at the next UTC month, day and minute, in a leap year too', () => {
  const end = (cap: 'budget' | 'daily_tokens' | 'minute_calls', now: string) =>
    new Date(periodEnd(cap, at(now))).toISOString().slice(0, 16);
  expect(end('budget', '2028-02-29T23:59')).toBe('2028-03-01T00:00');
  expect(end('budget', '2026-12-31T23:59')).toBe('2027-01-01T00:00');
  expect(end('daily_tokens', '2028-02-28T10:00')).toBe('2028-02-29T00:00');
  expect(end('minute_calls', '2026-11-20T12:00')).toBe('2026-11-20T12:01');
});

test('AI-08: each share of a cap is sent, reached, forecast or not to come', () => {
  const alerts = alertsOf({
    limit: 600,
    current: 500,
    sent: new Map([[50, '2026-11-13T09:12:00.000Z']]),
    reachOf: (amount) => (amount < 590 ? { kind: 'at', ms: 7 } : { kind: 'not' }),
  });
  expect(alerts).toEqual([
    { percent: 50, amount: 300, state: { kind: 'sent', utc: '2026-11-13T09:12:00.000Z' } },
    { percent: 80, amount: 480, state: { kind: 'reached' } },
    { percent: 95, amount: 570, state: { kind: 'at', ms: 7 } },
    { percent: 100, amount: 600, state: { kind: 'not' } },
  ]);
});

test('AI-08: the highest share that is reached, to the cent and to the token', () => {
  expect(reachedPercent(600, 299.99)).toBeNull();
  expect(reachedPercent(600, 300)).toBe(50);
  expect(reachedPercent(600, 569.99)).toBe(80);
  expect(reachedPercent(600, 570)).toBe(95);
  expect(reachedPercent(600, 700)).toBe(100);
  // Half of three is one and a half: two calls are at least that.
  expect(reachedPercent(3n, 1n)).toBeNull();
  expect(reachedPercent(3n, 2n)).toBe(50);
  expect(reachedPercent(0, 0)).toBe(100);
  expect(reachedPercent(0n, 0n)).toBe(100);
});

test('AI-08: a banner that was dismissed comes back for the next share and the next period', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z');
  const nextDay = noon + 86_400_000;
  expect(alertKey('budget', 80, noon)).toBe('budget 80 2026-12-01');
  expect(alertKey('budget', 80, nextDay)).toBe(alertKey('budget', 80, noon));
  expect(alertKey('budget', 95, noon)).not.toBe(alertKey('budget', 80, noon));
  expect(alertKey('daily_tokens', 80, nextDay)).not.toBe(alertKey('daily_tokens', 80, noon));
  expect(alertKey('minute_calls', 100, noon + 60_000)).toBe(alertKey('minute_calls', 100, noon));
});
