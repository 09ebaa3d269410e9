import { expect, test } from 'vitest';
import { addDays } from '#src/format/days.ts';
import { callCosts } from './call-costs.ts';
import type { DaySum, UsageSum } from './usage-sums.ts';

const sum = (calls: number, costUsd: number): UsageSum => ({
  ...{ calls, costUsd, cacheHits: 0, errors: 0, tokens: 0n, meanLatencyMs: 0, details: null },
});
const day = (ago: number, of: Readonly<Record<string, UsageSum>>): DaySum => ({
  ...{ date: addDays('2026-11-20', -ago), calls: 0, tokens: 0n, costUsd: 0, byFeature: new Map(Object.entries(of)) },
});

test('AI-23: the cost of one call of each feature over time, the one that got dearer most first', () => {
  const { parts, features } = callCosts([
    day(3, { bot: sum(10, 1), tone: sum(4, 4) }),
    day(2, {}),
    day(1, { bot: sum(2, 1) }),
    day(0, { bot: sum(10, 3), tone: sum(4, 2) }),
  ]);
  expect(parts).toHaveLength(4);
  expect(features.map(({ feature, perCall }) => [feature, ...perCall])).toEqual([
    ['bot', 0.1, null, 0.5, 0.3],
    ['tone', 1, null, null, 0.5],
  ]);
  expect(features.map(({ factor }) => factor?.toFixed(1))).toEqual(['3.0', '0.5']);
});

test('thirty days are six parts of five, and a day without calls has no cost of a call', () => {
  const { parts, features } = callCosts(
    Array.from({ length: 30 }, (_, at) => day(29 - at, { bot: sum(at === 7 ? 2 : 0, at === 7 ? 5 : 0) })),
  );
  expect([parts.length, parts[1]]).toEqual([
    6,
    { first: addDays('2026-11-20', -24), last: addDays('2026-11-20', -20) },
  ]);
  expect(features[0]).toEqual({ feature: 'bot', perCall: [null, 2.5, null, null, null, null], factor: null });
});
