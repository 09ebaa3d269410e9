import { expect, test } from 'vitest';
import { alertKey, alertsOf, periodEnd, reachedPercent } from './cap-alerts.ts';

const at = (iso: string) => Date.parse(`${iso}Z`);

test('periods end at the next UTC month, day and minute, in a leap year too', () => {
  const end = (cap: 'budget' | 'daily_tokens' | 'minute_calls', now: string) =>
    new Date(periodEnd(cap, at(now))).toISOString().slice(0, 16);
  expect(end('budget', '2028-02-29T23:59')).toBe('2028-03-01T00:00');
  expect(end('budget', '2026-12-31T23:59')).toBe('2027-01-01T00:00');
  expect(end('daily_tokens', '2028-02-28T10:00')).toBe('2028-02-29T00:00');
  expect(end('minute_calls', '2026-11-20T12:00')).toBe('2026-11-20T12:01');
});

test('AI-08: the last alert that was sent or reached, and the next one', () => {
  const sent = new Map([[50, '2026-11-13T09:12:00.000Z']]);
  expect(alertsOf({ limit: 600, current: 301, sent })).toEqual({
    last: { percent: 50, sentUtc: '2026-11-13T09:12:00.000Z' },
    next: { percent: 80, amount: 480 },
  });
  expect(alertsOf({ limit: 600, current: 500, sent }).last).toEqual({ percent: 80, sentUtc: null });
  expect(alertsOf({ limit: 600, current: 10, sent: new Map() })).toEqual({
    last: null,
    next: { percent: 50, amount: 300 },
  });
  expect(alertsOf({ limit: 600, current: 600, sent }).next).toBeNull();
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
