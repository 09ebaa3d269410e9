import { expect, test } from 'vitest';
import type { AiLimits } from '#contract/ai-limits.ts';
import { hardConsequence, hardUntil, type Outlook, whatIf } from './cap-outlook.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';

const limits: AiLimits = {
  budget: { limit: 600, current: 460, exceeded: false },
  daily_tokens: { limit: null, current: 600_000, exceeded: false },
  minute_calls: { limit: null, current: 3, exceeded: false },
  any_exceeded: false,
  action: 'soft',
  enforced_features: ['copilot', 'copilot_summary'],
};
// 12 are left for today, and ten days of 24 after it: 460 + 12 + 240 = 712.
const outlook: Outlook = {
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  byDayUsd: Array.from({ length: 11 }, (_, ahead) => 472 + 24 * ahead),
};

test.each([
  // 712 of 750 is 94.93 %.
  ['budget', 750, 'hard', 'At $750 the forecast uses 94.9 %. The cap would not be reached in November.'],
  // 12 today, 12 of the 24 of the 21st: a time within two days.
  [
    'budget',
    484,
    'hard',
    `At $484 the forecast uses 147.1 %. With this cap, the service would stop copilot and copilot_summary around 12:00 UTC on ${formatUtcDay('2026-11-21')}.`,
  ],
  // Later than that a day is all that can be said.
  [
    'budget',
    532,
    'hard',
    `At $532 the forecast uses 133.8 %. With this cap, the service would stop copilot and copilot_summary around ${formatUtcDay('2026-11-23')}.`,
  ],
  [
    'budget',
    400,
    'hard',
    'At $400 the forecast uses 178.0 %. This stops copilot and copilot_summary now. $460.00 is already over $400.',
  ],
  [
    'budget',
    400,
    'soft',
    'At $400 the forecast uses 178.0 %. $460.00 is already over $400. The soft cap warns and does not stop calls.',
  ],
  // 50,000 an hour: the 100,000 that are missing take two.
  [
    'daily_tokens',
    700_000n,
    'soft',
    `At 700,000 today has used 85.7 % so far. You would reach this cap around 14:00 UTC on ${formatUtcDay('2026-11-20')}.`,
  ],
  ['minute_calls', 60n, 'hard', 'At 60 this minute has used 5.0 %. Calls come in bursts, so we can’t forecast a time.'],
  ['budget', null, 'hard', 'Without this cap nothing limits what a month costs.'],
] as const)('AI-07: %s of %s, %s', (cap, limit, action, wanted) => {
  expect(whatIf({ cap, limit, action, limits, outlook }).replaceAll('\u00a0', ' ')).toBe(wanted);
});

test('what a hard cap stops is said as the service says it, and promised by nobody else', () => {
  const unsaid = { ...limits, enforced_features: undefined };
  const tried = { cap: 'budget', limit: 400, action: 'hard', outlook } as const;
  expect(whatIf({ ...tried, limits: unsaid })).toContain('The service decides what this stops now.');
  expect(whatIf({ ...tried, limit: 508, limits: unsaid })).toMatch(
    /You would reach this cap around .* When a cap is reached, the service decides what it stops\.$/,
  );
  expect(hardConsequence(limits)).toBe(
    'When a cap is reached, the service stops copilot and copilot_summary. Others must check the caps themselves.',
  );
  expect(hardConsequence(unsaid)).toBe('When a cap is reached, the service decides what it stops.');
  expect(hardConsequence({ enforced_features: [] })).toMatch(/^When a cap is reached, the service stops no calls\./);
  expect(hardConsequence({ enforced_features: ['a', 'b', 'c'] })).toContain('stops a, b and c.');
  expect(hardUntil(limits, '1 Dec')).toMatch(/^The service stops copilot and copilot_summary until 1 Dec\. Others/);
  expect(hardUntil(unsaid, '1 Dec')).toBe('The service decides what it stops until 1 Dec.');
});
