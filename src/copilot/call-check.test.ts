import { expect, test } from 'vitest';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiPriceEntry } from '#contract/ai-prices.ts';
import { checkCall } from './call-check.ts';

const free = { limit: null, current: 0, exceeded: false };
const limits: AiLimits = {
  ...{ budget: free, daily_tokens: free, minute_calls: free, any_exceeded: false, action: 'hard' },
  enforced_features: ['copilot', 'copilot_summary'],
};
const price = (model: string, output_usd: number): AiPriceEntry => ({
  ...{ model, input_usd: 1, output_usd, source: 'service', updated_utc: null, updated_by: null },
});
const asked = {
  ...{ transcript: 'x'.repeat(2_000), toneHint: '', model: 'small', feature: 'copilot' as const },
  prices: [price('small', 2), price('large', 10)],
};

test('CP-04: a call costs at most its price, that of the dearest model where the service chooses', () => {
  const small = checkCall({ ...asked, limits });
  expect(small).toMatchObject({ cap: null, isStopped: false });
  expect(small.usd).toBeGreaterThan(0);
  expect(checkCall({ ...asked, limits, model: null }).usd).toBe(checkCall({ ...asked, limits, model: 'large' }).usd);
  expect(checkCall({ ...asked, limits, model: 'unknown' }).usd).toBeNull();
});

test.each([
  ['budget', { limit: 5, current: 5, exceeded: true }, true],
  ['budget', { limit: 5, current: 4.999, exceeded: false }, false],
  ['daily_tokens', { limit: 9_007_199_254_740_993n, current: 9_007_199_254_740_000n, exceeded: false }, false],
  ['minute_calls', { limit: 0, current: 0, exceeded: true }, true],
] as const)(
  'CP-04: a hard cap of %s that is reached stops the call; one that is close, or soft, only warns',
  (name, state, isExceeded) => {
    const capped = { ...limits, [name]: state };
    expect(checkCall({ ...asked, limits: capped })).toMatchObject({ cap: { name, isExceeded }, isStopped: isExceeded });
    const soft = { ...capped, action: 'soft' as const };
    expect(checkCall({ ...asked, limits: soft })).toMatchObject({ cap: { name, isExceeded }, isStopped: false });
    const others = { ...capped, enforced_features: ['summary'] };
    expect(checkCall({ ...asked, limits: others }).isStopped).toBe(false);
  },
);

test('CP-04: a hard budget takes no model without a price', () => {
  const budget = { limit: 5, current: 0, exceeded: false };
  expect(checkCall({ ...asked, model: 'unknown', limits: { ...limits, budget } })).toMatchObject({
    isStopped: true,
    isUnpriced: true,
  });
  expect(checkCall({ ...asked, model: 'unknown', limits })).toMatchObject({ isStopped: false, isUnpriced: false });
});
