import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiFailure } from '#src/api/api-failure.ts';
import {
  type BulkView,
  describeOutcome,
  describeRest,
  effectSentence,
  failureReason,
  jobHeadline,
  jobNote,
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
};
const samir = { id: '8', name: 'Samir Nasser' };

test('the headline of a change and of its undo', () => {
  expect(jobHeadline(JOB, 'UTC')).toBe('Resolve 312 tickets');
  const undo = { ...JOB, mode: 'undo', undone: 90, skipped: 10, undoable: 100 } as const;
  expect(jobHeadline(undo, 'UTC')).toBe('Undo: 200 tickets resolved');
});

test('the note says the time left, and why it stopped', () => {
  expect(jobNote(JOB)).toBe('About 33 s left.');
  expect(jobNote({ ...JOB, secondsLeft: 200 })).toBe('About 4 min left.');
  expect(jobNote({ ...JOB, wait: 'turn' })).toBe('Waiting until your API token may make more calls.');
  expect(jobNote({ ...JOB, phase: 'stopped', error: new ApiFailure('network', '') })).toMatch(/isn’t answering/);
  expect(jobNote({ ...JOB, phase: 'stopped' })).toBe('Stopped. 98 were left as they were.');
});

test('a conflict names the person and the time in the display zone, if the service does', () => {
  const message = 'Marta Ruiz changed it at 2026-11-20T14:31:05.000Z: it is at version 5';
  expect(failureReason({ ...ROW, message }, 'Europe/Berlin')).toBe('Marta Ruiz changed it at 15:31');
  expect(failureReason(ROW, 'UTC')).toBe('Changed by someone else');
  expect(failureReason({ ...ROW, state: 'skipped' }, 'UTC')).toBe('Not undone: someone has changed it since');
  expect(failureReason({ ...ROW, code: 'bad_field', message: 'tags must be at most 20' }, 'UTC')).toBe(
    'tags must be at most 20',
  );
});

const COUNTS = {
  mode: 'apply',
  saved: 20,
  unchanged: 23,
  failed: 1,
  undone: 0,
  skipped: 0,
} as const;

test('counts add up in words, and empty ones are left out', () => {
  expect(describeOutcome(COUNTS)).toBe('20 changed, 23 unchanged, 1 failed');
  expect(describeOutcome({ ...COUNTS, unchanged: 0 })).toBe('20 changed, 1 failed');
  expect(describeOutcome({ ...COUNTS, mode: 'undo', undone: 18, skipped: 2 })).toBe('18 undone, 2 not undone');
  expect(describeRest(COUNTS)).toBe('23 unchanged, 1 failed');
  expect(describeRest({ ...COUNTS, unchanged: 0, failed: 0 })).toBe('');
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
