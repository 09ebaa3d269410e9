import { expect, test } from 'vitest';
import type { Activity, Comment } from '#contract/tickets.ts';
import { buildTimeline, phrasesOf } from './timeline.tsx';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 8, minutes)).toISOString();
let id = 0n;

function change(minutes: number, actor = 'Joana', kind: Activity['kind'] = 'status'): Activity {
  id += 1n;
  return { id, kind, actor, from: 'open', to: 'pending', created_utc: at(minutes) };
}
function comment(minutes: number): Comment {
  id += 1n;
  return {
    id,
    ticket_id: 1n,
    author_kind: 'customer',
    author_name: 'Maren',
    agent_id: null,
    visibility: 'public',
    channel: 'email',
    body: 'Hello',
    created_utc: at(minutes),
  };
}
const shape = (comments: Comment[], activity: Activity[]) =>
  buildTimeline(comments, activity).map((entry) => (entry.kind === 'comment' ? 'comment' : entry.events.length));

test('changes of one actor within five minutes of the first are one line', () => {
  expect(shape([], [change(0), change(2), change(5)])).toEqual([3]);
});

test('the sixth minute begins a new line, however close the one before was', () => {
  expect(shape([], [change(0), change(4), change(6)])).toEqual([2, 1]);
});

test('another actor and a comment in between begin a new line', () => {
  expect(shape([], [change(0), change(1, 'Ken'), change(2)])).toEqual([1, 1, 1]);
  expect(shape([comment(1)], [change(0), change(2)])).toEqual([1, 'comment', 1]);
});

test('the creation of the ticket is a line of its own, and the first', () => {
  expect(shape([comment(0)], [change(0, 'Joana', 'created'), change(1)])).toEqual([1, 'comment', 1]);
  expect(shape([], [change(0, 'Joana', 'created'), change(1)])).toEqual([1, 1]);
});

test('an added comment appears once: as itself if comments are loaded, otherwise as activity', () => {
  expect(shape([comment(1)], [change(1, 'Joana', 'comment')])).toEqual(['comment']);
  expect(shape([], [change(1, 'Joana', 'comment')])).toEqual([1]);
});

const said = (
  [kind, from, to, actor = 'Joana Reis']: readonly [Activity['kind'], string | null, string | null, string?],
  me = { label: 'Desk', agentName: null as string | null },
) =>
  phrasesOf({ id: 1n, kind, actor, from, to, created_utc: '2026-11-20T08:00:00.000Z' }, 'UTC', 'email', me).map(
    ({ verb, value }) => (value === null ? verb : `${verb} ${value}`),
  );

test('who assigns a ticket to themselves took it', () => {
  expect(said(['assignee', null, 'Joana Reis'])).toEqual(['took it']);
  expect(said(['assignee', null, 'Ken Adeyemi'])).toEqual(['assigned Ken Adeyemi']);
  expect(said(['assignee', 'Ken Adeyemi', null])).toEqual(['removed the assignment to Ken Adeyemi']);
});

test('a token named otherwise than its agent: known of oneself alone', () => {
  const me = { label: 'Desk', agentName: 'Joana Reis' };
  expect(said(['assignee', null, 'Joana Reis', 'Desk'], me)).toEqual(['took it']);
  expect(said(['assignee', null, 'Joana Reis', 'Other desk'], me)).toEqual(['assigned Joana Reis']);
  expect(said(['assignee', null, 'Joana Reis', 'Desk'])).toEqual(['assigned Joana Reis']);
});
