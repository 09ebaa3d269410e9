import { expect, test } from 'vitest';
import { mostChanged, mostRisen, shareOf } from './handoff-figures.ts';

const reason = (label: string, count: number, previous_count: number) => ({
  label,
  count,
  previous_count,
  sessions: 0,
});

test('the reason with the largest rise is named, and none where all fell', () => {
  const reasons = [reason('Refund', 30, 28), reason('Delay', 12, 3), reason('Person', 40, 60)];
  expect(mostRisen(reasons)?.label).toBe('Delay');
  expect(mostRisen([reason('Person', 40, 60), reason('Same', 5, 5)])).toBeUndefined();
});

test('reasons that rose come first, then those that fell, each by the size of the change', () => {
  const reasons = [reason('Refund', 30, 28), reason('Delay', 12, 3), reason('Person', 40, 60)];
  expect(mostChanged(reasons).map(({ label }) => label)).toEqual(['Delay', 'Refund', 'Person']);
});

test('a day without a session has no share', () => {
  expect(shareOf({ sessions: 0, handed_over: 0 })).toBeNull();
  expect(shareOf({ sessions: 8, handed_over: 2 })).toBe(0.25);
});
