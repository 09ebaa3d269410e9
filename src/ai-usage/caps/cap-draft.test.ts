import { describe, expect, test } from 'vitest';
import type { AiLimits } from '#contract/ai-limits.ts';
import { parseAmount } from './cap-amounts.ts';
import {
  actionAfter,
  bodyBefore,
  bodyOf,
  conflictsOf,
  LEAVE,
  questionOf,
  searchOf,
  valuesOf,
  type CapDraft,
} from './cap-draft.ts';

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
const untouched = {
  monthly_budget_usd: LEAVE,
  daily_token_limit: LEAVE,
  minute_call_limit: LEAVE,
  action: null,
};
const set = (text: string): CapDraft => ({ kind: 'set', text });

describe('what is sent', () => {
  test('AI-06: to leave, to clear and to set are three things, and only what differs is sent', () => {
    expect(bodyOf(untouched, saved)).toEqual({});
    expect(bodyOf({ ...untouched, monthly_budget_usd: { kind: 'clear' } }, saved)).toEqual({
      monthly_budget_usd: null,
    });
    expect(bodyOf({ ...untouched, monthly_budget_usd: set('750.5') }, saved)).toEqual({ monthly_budget_usd: 750.5 });
    expect(bodyOf({ ...untouched, monthly_budget_usd: set('$600.00'), action: 'soft' }, saved)).toEqual({});
    expect(bodyOf({ ...untouched, minute_call_limit: { kind: 'clear' } }, saved)).toEqual({});
    expect(bodyOf({ ...untouched, action: 'hard' }, saved)).toEqual({ action: 'hard' });
  });

  test('whole numbers keep every digit', () => {
    expect(bodyOf({ ...untouched, daily_token_limit: set('9,007,199,254,740,993') }, saved)).toEqual({});
    expect(bodyOf({ ...untouched, daily_token_limit: set('9007199254740992') }, saved)).toEqual({
      daily_token_limit: 9_007_199_254_740_992n,
    });
  });

  test('what is no amount is left to the contract to refuse, an empty field is not sent', () => {
    expect(bodyOf({ ...untouched, monthly_budget_usd: set('a lot') }, saved)).toEqual({
      monthly_budget_usd: Number.NaN,
    });
    expect(bodyOf({ ...untouched, daily_token_limit: set('1.5') }, saved)).toEqual({ daily_token_limit: Number.NaN });
    expect(bodyOf({ ...untouched, monthly_budget_usd: set(' ') }, saved)).toEqual({});
  });

  test('a first cap says what it does', () => {
    expect(actionAfter(null, 'none')).toBe('soft');
    expect(bodyOf({ ...untouched, monthly_budget_usd: set('5') }, bare)).toEqual({
      monthly_budget_usd: 5,
      action: 'soft',
    });
    expect(bodyOf({ ...untouched, minute_call_limit: { kind: 'clear' } }, bare)).toEqual({});
  });
});

test.each([
  ['750', 750],
  ['$1,250.50', 1250.5],
  // Twelve dollars fifty, or twelve hundred fifty: the form asks.
  ['12,50', null],
  ['1,250', null],
  ['0,5', null],
  ['1 250', 1250],
  ['0', 0],
  ['1,5', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('the budget %j is %j', (text, wanted) => expect(parseAmount('budget', text)).toBe(wanted));

test('AI-07: undo puts back exactly what was changed', () => {
  expect(bodyBefore({ monthly_budget_usd: 400, action: 'hard' }, saved)).toEqual({
    monthly_budget_usd: 600,
    action: 'soft',
  });
  expect(bodyBefore({ minute_call_limit: 5 }, saved)).toEqual({ minute_call_limit: null });
  expect(bodyBefore({ action: 'hard' }, bare)).toEqual({});
});

test('AI-06: what somebody else has changed meanwhile is in the way only where it is changed here too', () => {
  const now: AiLimits = { ...saved, budget: { ...saved.budget, limit: 650 }, action: 'hard' };
  expect(conflictsOf({ monthly_budget_usd: 750 }, saved, now)).toEqual(['budget']);
  expect(conflictsOf({ minute_call_limit: 7 }, saved, now)).toEqual([]);
  expect(conflictsOf({ action: 'soft' }, saved, now)).toEqual(['action']);
});

test('AI-06: what is typed stands in the address and comes back from it', () => {
  const search = { budget: '750', tokens: 'none', action: 'hard' } as const;
  expect(searchOf(valuesOf(search))).toEqual({ ...search, minute: undefined });
  expect(searchOf({ ...untouched, monthly_budget_usd: set('$1,250.50') }).budget).toBe('1250.50');
  expect(searchOf({ ...untouched, monthly_budget_usd: set('a lot') }).budget).toBeUndefined();
});

const limits = (action: AiLimits['action']): AiLimits => ({
  budget: { limit: 600, current: 460.82, exceeded: false },
  daily_tokens: { limit: null, current: 1_000n, exceeded: false },
  minute_calls: { limit: null, current: 3, exceeded: false },
  any_exceeded: false,
  action,
});

test('AI-07: only a cap that is reached at once, or that begins to stop calls, is asked about', () => {
  expect(questionOf({ monthly_budget_usd: 400, action: 'hard' }, limits('soft'))).toBe('stopsNow');
  expect(questionOf({ monthly_budget_usd: 400 }, limits('hard'))).toBe('stopsNow');
  expect(questionOf({ daily_token_limit: 1_000n }, limits('hard'))).toBe('stopsNow');
  expect(questionOf({ action: 'hard' }, limits('soft'))).toBe('harder');
  expect(questionOf({ monthly_budget_usd: 400 }, limits('soft'))).toBe('passed');
  expect(questionOf({ monthly_budget_usd: 700 }, limits('soft'))).toBeNull();
  expect(questionOf({ monthly_budget_usd: 700 }, limits('hard'))).toBeNull();
  expect(questionOf({ monthly_budget_usd: null }, limits('hard'))).toBeNull();
  expect(questionOf({ action: 'soft' }, limits('hard'))).toBeNull();
  // Nothing is left that could stop a call.
  expect(questionOf({ monthly_budget_usd: null, action: 'hard' }, limits('soft'))).toBeNull();
});
