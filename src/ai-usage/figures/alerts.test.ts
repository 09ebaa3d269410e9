import { expect, test } from 'vitest';
import { alertKey, alertsOf, reachedPercent } from './alerts.ts';

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
