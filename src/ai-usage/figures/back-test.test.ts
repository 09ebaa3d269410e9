import { describe, expect, test } from 'vitest';
import { fillDays, stoppedBy, testDailyTokens, testMonthlyBudget, type BackTest, type DayUse } from './back-test.ts';

const day = (date: string, tokens: bigint, cost_usd = 0, calls = 100): DayUse => ({ date, tokens, cost_usd, calls });

/** Use beyond a cap, were the service to stop all of it. */
const beyond = (days: readonly DayUse[], { hits }: Pick<BackTest, 'hits'>) =>
  stoppedBy(
    days.map(({ date, calls, cost_usd }) => ({ day: date, feature: 'copilot', calls, cost_usd })),
    hits,
    ['copilot'],
  ).total;

describe('tokens a day', () => {
  const days = [
    day('2026-11-01', 1_000n, 1),
    day('2026-11-02', 2_000n, 2),
    day('2026-11-03', 1_500n, 1.5, 30),
    day('2026-11-04', 4_000n, 4, 60),
    // Today, which is not over.
    day('2026-11-05', 9_000n, 9),
  ];
  const tested = { days, from: '2026-11-01', today: '2026-11-05' };

  test('AI-10: a complete day is hit when it used more, and the share beyond the cap is refused', () => {
    const result = testDailyTokens(tested, 1_500n);
    // 2 Nov: 1 - 1500/2000 = 1/4. 3 Nov used just as much as the cap. 4 Nov: 1 - 1500/4000 = 5/8.
    expect(result.hits).toEqual([
      { day: '2026-11-02', refusedShare: 0.25 },
      { day: '2026-11-04', refusedShare: 0.625 },
    ]);
    // 100 × 1/4 + 60 × 5/8 = 62.5 of 290 calls; 2 × 1/4 + 4 × 5/8 = 3 USD.
    expect(result).toMatchObject({ completeDays: 4, calls: 290 });
    expect(beyond(days, result)).toEqual({ calls: 62.5, usd: 3 });
    expect(result.highest).toEqual({ day: '2026-11-04', amount: 4_000n });
  });

  test('days before the window are not counted, and a cap of 0 refuses every call of a day with tokens', () => {
    const result = testDailyTokens({ ...tested, days: [day('2026-10-31', 0n), ...days], from: '2026-11-03' }, 0n);
    expect(result.hits.map(({ day, refusedShare }) => [day, refusedShare])).toEqual([
      ['2026-11-03', 1],
      ['2026-11-04', 1],
    ]);
    expect(result.completeDays).toBe(2);
    expect(beyond(days, result).calls).toBe(90);
  });

  test('a cap above every day is not hit, and beyond 2^53 nothing is lost', () => {
    expect(testDailyTokens(tested, 4_000n)).toMatchObject({ hits: [], calls: 290 });
    const huge = { ...tested, days: [day('2026-11-01', 9_007_199_254_740_993n)] };
    expect(testDailyTokens(huge, 9_007_199_254_740_992n).hits).toHaveLength(1);
    expect(testDailyTokens(huge, 9_007_199_254_740_993n).hits).toHaveLength(0);
  });

  test('without a complete day there is nothing to say', () => {
    expect(testDailyTokens({ days: [], from: '2026-11-01', today: '2026-11-01' }, 1n)).toMatchObject({
      hits: [],
      completeDays: 0,
      highest: null,
    });
  });
});

describe('USD a month', () => {
  const days = [
    day('2026-10-30', 0n, 60),
    day('2026-10-31', 0n, 60),
    day('2026-11-01', 0n, 80),
    day('2026-11-02', 0n, 40),
    day('2026-11-03', 0n, 10, 7),
    day('2026-11-04', 0n, 500),
  ];
  const tested = { days, from: '2026-10-30', today: '2026-11-04' };

  test('AI-10: the month runs up from its first day, and is hit from the day on which it passes the budget', () => {
    const result = testMonthlyBudget(tested, 100);
    // October: 60, 120: passed on the 31st by 20 of 60. November: 80, 120: by 20 of 40; the 3rd is all refused.
    expect(result.hits).toEqual([
      { day: '2026-10-31', refusedShare: 1 / 3 },
      { day: '2026-11-02', refusedShare: 0.5 },
      { day: '2026-11-03', refusedShare: 1 },
    ]);
    // 20 in October, 30 in November: what was spent of the complete days beyond 100.
    expect(beyond(days, result).usd).toBe(50);
    expect(beyond(days, result).calls).toBeCloseTo(100 / 3 + 50 + 7, 9);
    expect(result.months).toEqual([
      { month: '2026-10-01', spentUsd: 120, passedOn: '2026-10-31', isPartial: true },
      { month: '2026-11-01', spentUsd: 130, passedOn: '2026-11-02', isPartial: false },
    ]);
  });

  test('days before the window fill the month and are no hits', () => {
    const result = testMonthlyBudget({ ...tested, from: '2026-11-03' }, 100);
    expect(result.hits).toEqual([{ day: '2026-11-03', refusedShare: 1 }]);
    expect(result.months.map(({ month, passedOn }) => [month, passedOn])).toEqual([['2026-11-01', '2026-11-02']]);
  });

  test('a budget that is met to the cent is not passed', () => {
    const thirds = [day('2026-11-01', 0n, 0.1), day('2026-11-02', 0n, 0.2)];
    expect(testMonthlyBudget({ days: thirds, from: '2026-11-01', today: '2026-11-03' }, 0.3).hits).toEqual([]);
  });
});

test('a day without calls is a day with nothing in it', () => {
  expect(
    fillDays([day('2026-11-02', 5n)], '2026-11-01', '2026-11-04').map(({ date, tokens }) => [date, tokens]),
  ).toEqual([
    ['2026-11-01', 0n],
    ['2026-11-02', 5n],
    ['2026-11-03', 0n],
  ]);
});

test('AI-10, AI-26: each feature loses the same share of a hit day, and only those that the service stops are counted as stopped', () => {
  const rows = [
    { day: '2026-11-02', feature: 'bot', calls: 80, cost_usd: 8 },
    { day: '2026-11-02', feature: 'copilot', calls: 20, cost_usd: 1 },
    { day: '2026-11-03', feature: 'copilot', calls: 100, cost_usd: 4 },
    // Not a hit day.
    { day: '2026-11-04', feature: 'tone', calls: 50, cost_usd: 2 },
  ];
  const hits = [
    { day: '2026-11-02', refusedShare: 0.25 },
    { day: '2026-11-03', refusedShare: 0.5 },
  ];
  // copilot: 20 / 4 + 100 / 2 = 55 calls, 0.25 + 2 USD. bot: 80 / 4 = 20 calls, 2 USD.
  const all = stoppedBy(rows, hits, ['bot', 'copilot', 'tone']);
  expect(all.features).toEqual([
    { feature: 'copilot', calls: 55, usd: 2.25 },
    { feature: 'bot', calls: 20, usd: 2 },
  ]);
  expect(all).toMatchObject({ total: { calls: 75, usd: 4.25 }, others: { calls: 0, usd: 0 } });
  const own = stoppedBy(rows, hits, ['copilot', 'copilot_summary']);
  expect(own.features).toEqual([{ feature: 'copilot', calls: 55, usd: 2.25 }]);
  expect(own.total).toEqual({ calls: 55, usd: 2.25 });
  expect(own.others).toEqual({ calls: 20, usd: 2, features: [{ feature: 'bot', calls: 20, usd: 2 }] });
  expect([...own.byDay]).toEqual([
    ['2026-11-02', 5],
    ['2026-11-03', 50],
  ]);
  expect(stoppedBy(rows, hits, [])).toMatchObject({ features: [], total: { calls: 0, usd: 0 } });
});
