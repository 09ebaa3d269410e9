import { describe, expect, test } from 'vitest';
import type { AiLimits } from '#contract/ai-limits.ts';
import { amountOf, formatEcho, readAmount } from './cap-amounts.ts';
import { bodyBefore, bodyOf, conflictsOf, stopsNow, valuesOf } from './cap-draft.ts';

const saved: AiLimits = {
  budget: { limit: 600, current: 460.82, exceeded: false, headroom: 139.18, percent_used: 76.8 },
  daily_tokens: { limit: 9_007_199_254_740_993n, current: 5, exceeded: false },
  minute_calls: { limit: null, current: 0, exceeded: false },
  any_exceeded: false,
  action: 'soft',
};
const bare: AiLimits = {
  budget: { limit: null, current: 0, exceeded: false },
  daily_tokens: { limit: null, current: 0, exceeded: false },
  minute_calls: { limit: null, current: 0, exceeded: false },
  any_exceeded: false,
  action: 'none',
};
const unchanged = valuesOf(saved);

describe('the body', () => {
  test('AI-06: leaving, clearing and setting a cap are three things, and only differences are sent', () => {
    expect(bodyOf(unchanged, saved)).toEqual({});
    expect(bodyOf({ ...unchanged, monthly_budget_usd: ' ' }, saved)).toEqual({ monthly_budget_usd: null });
    expect(bodyOf({ ...unchanged, monthly_budget_usd: '750.5' }, saved)).toEqual({ monthly_budget_usd: 750.5 });
    expect(bodyOf({ ...unchanged, monthly_budget_usd: '$600.00' }, saved)).toEqual({});
    expect(bodyOf({ ...unchanged, action: 'hard' }, saved)).toEqual({ action: 'hard' });
  });

  test('whole numbers keep every digit', () => {
    expect(unchanged.daily_token_limit).toBe('9,007,199,254,740,993');
    expect(bodyOf({ ...unchanged, daily_token_limit: '9007199254740992' }, saved)).toEqual({
      daily_token_limit: 9_007_199_254_740_992n,
    });
  });

  test('a text that is no amount is not sent', () => {
    for (const text of ['a lot', '1,50', '-1', '12345678901234.56'])
      expect(bodyOf({ ...unchanged, monthly_budget_usd: text }, saved), text).toEqual({});
    for (const text of ['1.5', '1.000', '9,223,372,036,854,775,808'])
      expect(bodyOf({ ...unchanged, daily_token_limit: text }, saved), text).toEqual({});
  });

  test('a first cap sends its action', () => {
    expect(valuesOf(bare).action).toBe('soft');
    expect(bodyOf({ ...valuesOf(bare), monthly_budget_usd: '5' }, bare)).toEqual({
      monthly_budget_usd: 5,
      action: 'soft',
    });
    expect(bodyOf(valuesOf(bare), bare)).toEqual({});
  });
});

const PLAIN = 'Enter 0 or more, or leave it empty for no cap.';
const FORM = 'Write it like 1,500.50';

test.each([
  ['budget', '$1,250.50', 1250.5],
  ['budget', '1,250', 1250],
  ['budget', '0', 0],
  ['budget', '123456789012.345', 123_456_789_012.345],
  // More digits than a number holds.
  ['budget', '9,007,199,254,740,993', 9_007_199_254_740_993n],
  ['budget', '1234567890123.456', 'Enter at most 15 digits.'],
  ['budget', '12,50', FORM],
  ['budget', '0,5', FORM],
  ['budget', '-1', PLAIN],
  ['budget', '1e3', PLAIN],
  ['daily_tokens', '6,600,000', 6_600_000n],
  ['daily_tokens', '9223372036854775807', 9_223_372_036_854_775_807n],
  ['daily_tokens', '9223372036854775808', 'Enter at most 9,223,372,036,854,775,807.'],
  ['daily_tokens', '1.5', 'Enter a whole number.'],
  ['minute_calls', '1,50', 'Write it like 1,500'],
  ['minute_calls', 'few', PLAIN],
] as const)('a %s of %j is %s', (cap, text, wanted) => {
  expect(readAmount(cap, text)).toEqual(
    typeof wanted === 'string' ? { kind: 'wrong', problem: wanted } : { kind: 'amount', amount: wanted },
  );
});

test('an empty field is no amount and no mistake', () => {
  expect(readAmount('budget', ' ')).toEqual({ kind: 'empty' });
});

test('an amount of the history is read by its own rules, whatever the locale', () => {
  expect(amountOf('budget', '1500.5')).toBe(1500.5);
  expect(amountOf('budget', '1,500')).toBeNull();
  expect(amountOf('daily_tokens', '9007199254740993')).toBe(9_007_199_254_740_993n);
  expect(amountOf('daily_tokens', '1.5')).toBeNull();
  expect(amountOf('daily_tokens', '')).toBeNull();
});

test.each([
  ['budget', 1500, '$1,500 a month'],
  ['budget', 250.505, '$250.505 a month'],
  ['daily_tokens', 6_600_000n, '6,600,000 tokens a day'],
  ['daily_tokens', 660_000n, '660,000 tokens a day'],
  ['daily_tokens', 9_007_199_254_740_993n, '9,007,199,254,740,993 tokens a day'],
  ['minute_calls', 30n, '30 calls a minute'],
  ['minute_calls', 1n, '1 call a minute'],
] as const)('a %s of %s is said as %j', (cap, amount, wanted) => expect(formatEcho(cap, amount)).toBe(wanted));

test('undo restores exactly the changed fields', () => {
  expect(bodyBefore({ monthly_budget_usd: 400, action: 'hard' }, saved)).toEqual({
    monthly_budget_usd: 600,
    action: 'soft',
  });
  expect(bodyBefore({ minute_call_limit: 5 }, saved)).toEqual({ minute_call_limit: null });
  expect(bodyBefore({ action: 'hard' }, bare)).toEqual({});
});

test('AI-06: a change by someone else is a conflict only where the form changes the same', () => {
  const now: AiLimits = { ...saved, budget: { ...saved.budget, limit: 650 }, action: 'hard' };
  expect(conflictsOf({ monthly_budget_usd: 750 }, saved, now)).toEqual(['budget']);
  expect(conflictsOf({ minute_call_limit: 7 }, saved, now)).toEqual([]);
  expect(conflictsOf({ action: 'soft' }, saved, now)).toEqual(['action']);
});

const limits = (action: AiLimits['action']): AiLimits => ({
  budget: { limit: 600, current: 460.82, exceeded: false },
  daily_tokens: { limit: null, current: 1_000n, exceeded: false },
  minute_calls: { limit: null, current: 3, exceeded: false },
  any_exceeded: false,
  action,
});

test('AI-07: only a change that stops calls at once is asked about', () => {
  const capsOf = (...args: Parameters<typeof stopsNow>) => stopsNow(...args).map(({ cap }) => cap);
  expect(capsOf({ monthly_budget_usd: 400, action: 'hard' }, limits('soft'))).toEqual(['budget']);
  expect(capsOf({ monthly_budget_usd: 400 }, limits('hard'))).toEqual(['budget']);
  expect(capsOf({ daily_token_limit: 1_000n }, limits('hard'))).toEqual(['daily_tokens']);
  expect(
    capsOf({ action: 'hard' }, { ...limits('soft'), budget: { limit: 460, current: 460.82, exceeded: true } }),
  ).toEqual(['budget']);
  expect(capsOf({ action: 'hard' }, limits('soft'))).toEqual([]);
  expect(capsOf({ monthly_budget_usd: 400 }, limits('soft'))).toEqual([]);
  expect(capsOf({ monthly_budget_usd: 700 }, limits('hard'))).toEqual([]);
  expect(capsOf({ monthly_budget_usd: null }, limits('hard'))).toEqual([]);
});
