import { expect, test } from 'vitest';
import { alreadyWords, describeOutcome, describeRest, rowOutcome } from './describe-outcome.ts';

const JOB = {
  mode: 'apply',
  patch: { priority: 'urgent' },
  saved: 20,
  unchanged: 23,
  failed: 1,
  undone: 0,
  skipped: 0,
} as const;

test('counts add up in words, and nothing is said of those that there are none of', () => {
  expect(describeOutcome(JOB)).toBe('20 changed, 23 already urgent, 1 failed');
  expect(describeOutcome({ ...JOB, unchanged: 0 })).toBe('20 changed, 1 failed');
  expect(describeOutcome({ ...JOB, mode: 'undo', undone: 18, skipped: 2 })).toBe('18 undone, 2 left as they are');
  expect(describeRest(JOB)).toBe('23 already urgent, 1 failed');
  expect(describeRest({ ...JOB, unchanged: 0, failed: 0 })).toBe('');
});

test.each([
  [{ status: 'closed' }, 'already closed'],
  [{ assignee: { id: '8', name: 'Samir Nasser' } }, 'already assigned to them'],
  [{ assignee: null }, 'already unassigned'],
  [{ addTags: ['vip', 'late'], removeTags: [] }, 'already tagged vip, late'],
  [{ addTags: [], removeTags: ['vip'] }, 'already without vip'],
  [{ snoozedUntilUtc: '2026-11-23T08:00:00.000Z' }, 'already snoozed until then'],
  [{ snoozedUntilUtc: null }, 'already awake'],
  [{ status: 'closed', priority: 'low' }, 'already like that'],
] as const)('what a patch leaves as it is: %j', (patch, words) => {
  expect(alreadyWords(patch)).toBe(words);
});

test('of one ticket the same words stand in the file', () => {
  const words = (['saved', 'unchanged', 'failed', 'unsure', 'undone', 'skipped'] as const).map((state) =>
    rowOutcome({ state }, JOB.patch),
  );
  expect(words).toEqual(['changed', 'already urgent', 'failed', 'to do', 'undone', 'left as it is']);
});
