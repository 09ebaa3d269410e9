import { expect, test } from 'vitest';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import type { JobView } from '#src/bulk-edit/engine/job-store.ts';
import { failureCode, jobHeadline, jobNote, failureReason } from './describe-job.ts';

const ROW: JobRow = {
  id: 1n,
  number: 48213,
  subject: 'Bell',
  version: 3,
  state: 'failed',
  code: 'conflict',
  message: null,
  requestId: null,
  before: null,
  token: null,
};
const JOB: JobView = {
  id: 'a',
  patch: { status: 'resolved' },
  startedAtMs: 0,
  mode: 'apply',
  phase: 'running',
  pauseReason: null,
  error: null,
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
  perSecond: 3,
  isWaiting: false,
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
  [{ snoozedUntilUtc: '2026-11-23T08:00:00.000Z' }, '210 of 312 are snoozed until 23 Nov 2026, 08:00 UTC.'],
  [{ snoozedUntilUtc: null }, '210 of 312 are no longer snoozed.'],
  [{ status: 'closed', assignee: samir }, '210 of 312 have been changed.'],
] as const)('the lead says what is true: %j', (patch, text) => {
  expect(jobHeadline({ ...JOB, patch }, 'UTC')).toBe(text);
});

test('nothing left out is all, one is one, and an undo says what is as before', () => {
  expect(jobHeadline({ ...JOB, saved: 302, waiting: 0, failed: 0 }, 'UTC')).toBe('All 312 are now resolved.');
  expect(jobHeadline({ ...JOB, total: 1, saved: 1, unchanged: 0 }, 'UTC')).toBe('1 ticket is now resolved.');
  expect(jobHeadline({ ...JOB, mode: 'undo', undone: 90, skipped: 10, saved: 100 }, 'UTC')).toBe(
    '90 of 200 are as before.',
  );
});

test('the note tells what was, how long it takes, and why it stands still', () => {
  expect(jobNote(JOB)).toBe('Assignee was Joana Ortiz. About 33 s left.');
  expect(jobNote({ ...JOB, perSecond: 0.5 })).toBe('Assignee was Joana Ortiz. About 4 min left.');
  expect(jobNote({ ...JOB, before: null, perSecond: null, isWaiting: true })).toBe(
    'Waiting until this token may make more calls.',
  );
  expect(jobNote({ ...JOB, before: null, phase: 'paused', pauseReason: 'network' })).toMatch(/is not answering/);
  expect(jobNote({ ...JOB, before: null, phase: 'stopped' })).toBe('Stopped. 98 were left as they were.');
});

test('a conflict says who and when in the shown zone; a service that says less is quoted no further', () => {
  const message = 'Marta Ruiz changed it at 2026-11-20T14:31:05.000Z: it is at version 5';
  expect(failureReason({ ...ROW, message }, 'Europe/Berlin')).toBe(
    'Marta Ruiz changed it at 15:31. It was left as it was.',
  );
  expect(failureReason(ROW, 'UTC')).toBe('Someone else changed it in the meantime. It was left as it was.');
  expect(failureReason({ ...ROW, state: 'skipped' }, 'UTC')).toBe('It has been changed since, so it stays as it is.');
  expect(failureReason({ ...ROW, code: 'bad_field', message: 'tags must be at most 20' }, 'UTC')).toBe(
    'tags must be at most 20',
  );
});

test('codes stand with their status; of a newer service alone', () => {
  expect(failureCode(ROW)).toBe('409 conflict');
  expect(failureCode({ ...ROW, code: 'overloaded' })).toBe('503 overloaded');
  expect(failureCode({ ...ROW, code: 'toString' })).toBe('toString');
  expect(failureCode({ ...ROW, code: null })).toBe('');
});
