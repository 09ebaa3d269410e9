import { expect, test } from 'vitest';
import { hardConsequence, hardUntil } from './cap-effects.ts';

const features = { enforced_features: ['copilot', 'copilot_summary'] };
const unsaid = { enforced_features: undefined };
const nowMs = Date.parse('2026-11-20T12:00:00Z');

test('AI-07: the page says what a hard cap stops exactly as the service does, and promises nothing for others', () => {
  expect(hardConsequence(features)).toBe(
    'When a cap is reached, the service stops copilot and copilot_summary. Others must check the caps themselves.',
  );
  expect(hardConsequence(unsaid)).toBe('When a cap is reached, the service decides what it stops.');
  expect(hardConsequence({ enforced_features: [] })).toMatch(/^When a cap is reached, the service stops no calls\./);
  expect(hardConsequence({ enforced_features: ['a', 'b', 'c'] })).toContain('stops a, b and c.');
});

test('a hard cap that is reached holds until its period ends', () => {
  expect(hardUntil(features, 'budget', nowMs)).toMatch(
    /^The service stops copilot and copilot_summary until 1 Dec, 00:00 UTC\. Others/,
  );
  expect(hardUntil(features, 'daily_tokens', nowMs)).toContain('until 00:00 UTC.');
  expect(hardUntil(unsaid, 'minute_calls', nowMs)).toBe('The service decides what it stops until the next UTC minute.');
});
