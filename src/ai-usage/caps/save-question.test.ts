import { expect, test } from 'vitest';
import type { AiLimits } from '#contract/ai-limits.ts';
import { questionOf } from './save-question.ts';

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
