import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiFailure } from '#src/api/api-failure.ts';
import {
  alreadyWords,
  type BulkView,
  describeOutcome,
  describeRest,
  effectSentence,
  failureCode,
  failureReason,
  jobHeadline,
  jobNote,
  rowOutcome,
  verbLabel,
} from './describe-job.ts';
import type { BulkRow } from './bulk-set.ts';

// Days of this year are named without it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T14:30:00Z') }));
afterAll(() => void vi.useRealTimers());

const ROW: BulkRow = {
  id: 1n,
  number: 48213,
  subject: 'Bell',
  version: 3,
  state: 'failed',
  code: 'conflict',
  message: null,
  requestId: null,
  before: null,
};
const JOB: BulkView = {
  patch: { status: 'resolved' },
  startedAtMs: 0,
  mode: 'apply',
  phase: 'running',
  error: null,
  wait: null,
  secondsLeft: 32.4,
  hasBulk: true,
  total: 312,
  saved: 200,
  unchanged: 10,
  failed: 4,
  waiting: 98,
  undone: 0,
  skipped: 0,
  undoable: 200,
  failedRows: [],
  before: { assignee_agent_id: '7', assignee_name: 'Joana Ortiz' },
};
const samir = { id: '8', name: 'Samir Nasser' };

test.each([
  [{ assignee: samir }, '210 of 312 now belong to Samir Nasser.'],
  [{ assignee: null }, '210 of 312 are now unassigned.'],
  [{ status: 'pending' }, '210 of 312 are now pending.'],
  [{ priority: 'urgent' }, '210 of 312 now have urgent priority.'],
  [{ addTags: ['vip', 'late'], removeTags: [] }, '210 of 312 are now tagged vip, late.'],
  [{ addTags: [], removeTags: ['vip'] }, '210 of 312 are no longer tagged vip.'],
  [{ snoozedUntilUtc: '2026-11-23T08:00:00.000Z' }, '210 of 312 are snoozed until 23 Nov, 08:00 UTC.'],
  [{ snoozedUntilUtc: null }, '210 of 312 are no longer snoozed.'],
  [{ status: 'closed', assignee: samir }, '210 of 312 have been changed.'],
] as const)('the headline: %j', (patch, text) => {
  expect(jobHeadline({ ...JOB, patch }, 'UTC')).toBe(text);
});

test('the headline with all tickets, with one, and after an undo', () => {
  expect(jobHeadline({ ...JOB, saved: 302, waiting: 0, failed: 0 }, 'UTC')).toBe('All 312 are now resolved.');
  expect(jobHeadline({ ...JOB, total: 1, saved: 1, unchanged: 0 }, 'UTC')).toBe('1 ticket is now resolved.');
  expect(jobHeadline({ ...JOB, mode: 'undo', undone: 90, skipped: 10, saved: 100 }, 'UTC')).toBe(
    '90 of 200 are as before.',
  );
});

test('the note says the old value, the time left, and why it stopped', () => {
  expect(jobNote(JOB)).toBe('Assignee was Joana Ortiz. About 33 s left.');
  expect(jobNote({ ...JOB, secondsLeft: 200 })).toBe('Assignee was Joana Ortiz. About 4 min left.');
  expect(jobNote({ ...JOB, before: null, wait: 'turn' })).toBe('Waiting until your API token may make more calls.');
  expect(jobNote({ ...JOB, before: null, phase: 'stopped', error: new ApiFailure('network', '') })).toMatch(
    /isn’t answering/,
  );
  expect(jobNote({ ...JOB, before: null, phase: 'stopped' })).toBe('Stopped. 98 were left as they were.');
});

test('a conflict names the person and the time in the display zone, if the service does', () => {
  const message = 'Marta Ruiz changed it at 2026-11-20T14:31:05.000Z: it is at version 5';
  expect(failureReason({ ...ROW, message }, 'Europe/Berlin')).toBe(
    'Marta Ruiz changed it at 15:31. It was left as it was.',
  );
  expect(failureReason(ROW, 'UTC')).toBe('Someone else changed it in the meantime. It was left as it was.');
  expect(failureReason({ ...ROW, state: 'skipped' }, 'UTC')).toBe('Not undone: someone has changed it since.');
  expect(failureReason({ ...ROW, code: 'bad_field', message: 'tags must be at most 20' }, 'UTC')).toBe(
    'tags must be at most 20',
  );
});

test('a code is shown with its status; one of a newer service alone', () => {
  expect(failureCode(ROW)).toBe('409 conflict');
  expect(failureCode({ ...ROW, code: 'overloaded' })).toBe('503 overloaded');
  expect(failureCode({ ...ROW, code: 'toString' })).toBe('toString');
  expect(failureCode({ ...ROW, code: null })).toBe('');
});

const COUNTS = {
  mode: 'apply',
  patch: { priority: 'urgent' },
  saved: 20,
  unchanged: 23,
  failed: 1,
  undone: 0,
  skipped: 0,
} as const;

test('counts add up in words, and empty ones are left out', () => {
  expect(describeOutcome(COUNTS)).toBe('20 changed, 23 already urgent, 1 failed');
  expect(describeOutcome({ ...COUNTS, unchanged: 0 })).toBe('20 changed, 1 failed');
  expect(describeOutcome({ ...COUNTS, mode: 'undo', undone: 18, skipped: 2 })).toBe('18 undone, 2 not undone');
  expect(describeRest(COUNTS)).toBe('23 already urgent, 1 failed');
  expect(describeRest({ ...COUNTS, unchanged: 0, failed: 0 })).toBe('');
});

test.each([
  [{ status: 'closed' }, 'already closed'],
  [{ assignee: { id: '8', name: 'Samir Nasser' } }, 'already assigned to them'],
  [{ assignee: null }, 'already unassigned'],
  [{ addTags: ['vip', 'late'], removeTags: [] }, 'already tagged vip, late'],
  [{ addTags: [], removeTags: ['vip'] }, 'already without vip'],
  [{ snoozedUntilUtc: '2026-11-23T08:00:00.000Z' }, 'already snoozed until then'],
  [{ snoozedUntilUtc: null }, 'not snoozed'],
  [{ status: 'closed', priority: 'low' }, 'already like that'],
] as const)('a ticket that already has the new value: %j', (patch, words) => {
  expect(alreadyWords(patch)).toBe(words);
});

test('the file has the same words for each ticket', () => {
  const words = (['saved', 'unchanged', 'failed', 'unsure', 'undone', 'skipped'] as const).map((state) =>
    rowOutcome({ state }, COUNTS.patch),
  );
  expect(words).toEqual(['changed', 'already urgent', 'failed', 'to do', 'undone', 'not undone']);
});

test.each([
  [{ status: 'closed' }, 'Close 1,612 tickets', '1,612 tickets will be closed.'],
  [{ status: 'open' }, 'Reopen 1,612 tickets', '1,612 tickets will be reopened.'],
  [{ priority: 'urgent' }, 'Set 1,612 tickets to urgent', '1,612 tickets will be set to urgent.'],
  [{ assignee: samir }, 'Assign 1,612 tickets', '1,612 tickets will be assigned to Samir Nasser.'],
  [{ assignee: null }, 'Unassign 1,612 tickets', '1,612 tickets will be unassigned.'],
  [{ addTags: ['vip'], removeTags: [] }, 'Change tags of 1,612 tickets', '1,612 tickets will be tagged vip.'],
  [{ addTags: [], removeTags: ['vip'] }, 'Change tags of 1,612 tickets', '1,612 tickets will no longer be tagged vip.'],
  [
    { snoozedUntilUtc: '2026-11-23T08:00:00.000Z' },
    'Snooze 1,612 tickets',
    '1,612 tickets will be snoozed until 23 Nov, 08:00 UTC.',
  ],
  [{ snoozedUntilUtc: null }, 'Unsnooze 1,612 tickets', '1,612 tickets will no longer be snoozed.'],
  [
    { status: 'closed', assignee: samir },
    'Change 1,612 tickets',
    '1,612 tickets will be closed, assigned to Samir Nasser.',
  ],
] as const)('the button and the sentence name the exact number: %j', (patch, label, sentence) => {
  expect(verbLabel(patch, 1_612)).toBe(label);
  expect(effectSentence(patch, 1_612, 'UTC')).toBe(sentence);
});
