import { expect, test } from 'vitest';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import { factsOf, iconOf, whatHappened, type TimelineFacts } from './timeline-panel.tsx';

const item = { action: null, score: null };

test('every kind has its words and its sign', () => {
  for (const kind of TIMELINE_KINDS) {
    expect(whatHappened({ ...item, kind })).not.toBe(kind);
    expect(iconOf(kind)).not.toBe('clock');
  }
});

test('an action says more than its kind; an unknown one is shown unchanged', () => {
  expect(whatHappened({ ...item, kind: 'channel', action: 'unbound' })).toBe('Handle unbound');
  expect(whatHappened({ ...item, kind: 'change', action: 'phone_checked' })).toBe('Customer: phone checked');
  expect(whatHappened({ ...item, kind: 'hologram' })).toBe('hologram');
  expect(whatHappened({ ...item, kind: 'constructor' })).toBe('constructor');
  expect(iconOf('toString')).toBe('clock');
});

test('a rating says its score, 0 too', () => {
  expect(whatHappened({ kind: 'csat', action: null, score: 0 })).toBe('Rated 0 of 5');
});

const ticket: TimelineFacts = {
  id: 'ticket 1',
  kind: 'ticket',
  at_utc: '2026-11-20T14:30:00.000Z',
  action: 'created',
  title: 'Rear light',
  actor: 'Maren',
  channel: 'email',
  state: 'resolved',
  score: null,
  ticket_id: 1n,
  ticket_number: 1,
  session_id: null,
  identity_id: null,
};

test('details are named once: the status of an opened ticket, the actor if it was not the customer', () => {
  expect(factsOf(ticket)).toEqual(['Email', 'resolved']);
  expect(factsOf({ ...ticket, action: 'resolved', actor: 'Joana' })).toEqual(['Email', 'by Joana']);
  expect(factsOf({ ...ticket, kind: 'session', action: null, state: 'handed_off', actor: null })).toEqual([
    'Email',
    'handed to a person',
  ]);
});
