import { expect, test } from 'vitest';
import { effectSentence, verbLabel } from './describe-verb.ts';

const samir = { id: '8', name: 'Samir Nasser' };

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
    '1,612 tickets will be snoozed until 23 Nov 2026, 08:00 UTC.',
  ],
  [{ snoozedUntilUtc: null }, 'Wake 1,612 tickets', '1,612 tickets will no longer be snoozed.'],
  [
    { status: 'closed', assignee: samir },
    'Change 1,612 tickets',
    '1,612 tickets will be closed, assigned to Samir Nasser.',
  ],
] as const)('the button and the sentence name the exact number: %j', (patch, label, sentence) => {
  expect(verbLabel(patch, 1_612)).toBe(label);
  expect(effectSentence(patch, 1_612, 'UTC')).toBe(sentence);
});
