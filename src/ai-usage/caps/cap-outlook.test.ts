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
// 12 of a mean day of 24 are left today, and ten days after it: 460 + 12 + 240 = 712.
const outlook: Outlook = {
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  todayUsd: 12,
  meanDayUsd: 24,
  monthEndUsd: 712,
};

test.each([
  // 712 of 750 is 94.93 %.
  ['budget', 750, 'hard', 'At $750 the forecast uses 94.9 %. The cap would not be reached in November.'],
  // 12 today, 24 on the 21st, 12 of the 24 of the 22nd.
  [
    'budget',
    508,
    'hard',
    `At $508 the forecast uses 140.2 %. With this cap, the service would stop copilot and copilot_summary about 12:00 UTC on ${formatUtcDay('2026-11-22')}, forecast.`,
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
    `At 700,000 today has used 85.7 % so far. The cap would be reached about 14:00 UTC on ${formatUtcDay('2026-11-20')}, forecast.`,
  ],
  ['minute_calls', 60n, 'hard', 'At 60 this minute has used 5.0 %. Calls come in bursts, so no time is forecast.'],
  ['budget', null, 'hard', 'Without this cap nothing limits what a month costs.'],
] as const)('AI-07: %s of %s, %s', (cap, limit, action, wanted) => {
  expect(whatIf({ cap, limit, action, limits, outlook }).replaceAll('\u00a0', ' ')).toBe(wanted);
});

test('what a hard cap stops is said as the service says it, and promised by nobody else', () => {
  const unsaid = { ...limits, enforced_features: undefined };
  const tried = { cap: 'budget', limit: 400, action: 'hard', outlook } as const;
  expect(whatIf({ ...tried, limits: unsaid })).toContain('The service decides what this stops now.');
  expect(whatIf({ ...tried, limit: 508, limits: unsaid })).toMatch(
    /The cap would be reached about .* When a cap is reached, the service decides what it stops\.$/,
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
