import { expect, test } from 'vitest';
import { addDays } from '#src/format/days.ts';
import { daysBudgetReached, daysOverTokens } from './past-reach.ts';

/** The days up to 20 November, the last of which is not over. */
const trendOf = (costs: readonly number[], tokens: readonly bigint[] = []) =>
  costs.map((cost_usd, index) => ({
    date: addDays('2026-11-20', index - costs.length + 1),
    cost_usd,
    tokens: tokens[index] ?? 0n,
  }));

test('AI-10: a cap on tokens would have been reached on each complete day that used as many', () => {
  const trend = trendOf([0, 0, 0, 0], [5n, 7n, 6n, 99n]);
  expect(daysOverTokens(trend, 6n)).toEqual(['2026-11-18', '2026-11-19']);
  expect(daysOverTokens(trend, 8n)).toEqual([]);
  // The day before the last 30 complete ones is not among them.
  const long = trendOf(
    Array.from({ length: 32 }, () => 0),
    Array.from({ length: 32 }, () => 9n),
  );
  expect(daysOverTokens(long, 9n)).toHaveLength(30);
});

test('AI-10: a budget is reached on the day whose total of its month gets there, and starts again with the next', () => {
  // 31 October to 20 November: $10 on the last of October, then $1 a day.
  const trend = trendOf([10, ...Array.from({ length: 20 }, () => 1)]);
  expect(trend[0]?.date).toBe('2026-10-31');
  expect(daysBudgetReached(trend, 5)).toEqual(['2026-10-31', '2026-11-05']);
  expect(daysBudgetReached(trend, 19)).toEqual(['2026-11-19']);
  // 20 would be reached today, which is not over.
  expect(daysBudgetReached(trend, 20)).toEqual([]);
  expect(daysBudgetReached(trend, 0)).toEqual(['2026-10-31', '2026-11-01']);
  expect(daysBudgetReached([], 1)).toEqual([]);
});
