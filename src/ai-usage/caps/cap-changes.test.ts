import { expect, test } from 'vitest';
import { changedText } from './cap-changes.tsx';

test.each([
  ['action', null, 'soft', 'Not set', 'soft'],
  ['budget', null, '600', 'No cap', '$600'],
  ['action', 'soft', 'hard', 'soft', 'hard'],
  ['minute_calls', '60', null, '60', 'No cap'],
] as const)('AI-19: a change of %s from %j to %j in words; null is no cap', (cap, from, to, ...wanted) => {
  expect([changedText(cap, from), changedText(cap, to)]).toEqual(wanted);
});
