import { expect, test } from 'vitest';
import type { Activity } from '#contract/tickets.ts';
import { phrasesOf } from './timeline-view.tsx';
import { foldRun } from './timeline.ts';

let id = 0n;
function change(kind: Activity['kind'], from: string | null, to: string | null, actor = 'Joana Reis'): Activity {
  id += 1n;
  return { id, kind, actor, from, to, created_utc: '2026-11-20T08:00:00.000Z' };
}
const said = (events: readonly Activity[], me = { label: 'Desk', agentName: null as string | null }) =>
  foldRun(events).flatMap((event) =>
    phrasesOf(event, 'UTC', 'email', me).map(({ verb, value }) => (value === null ? verb : `${verb} ${value}`)),
  );

test('five changes of the status come to one, the last', () => {
  const events = ['pending', 'open', 'pending', 'resolved', 'open'].map((to) => change('status', 'open', to));
  expect(said(events)).toEqual(['set status to Open']);
});

test('a field that changed once keeps its line in the order of time, and tags are one line', () => {
  const events = [
    change('tags', null, 'bike'),
    change('status', 'open', 'pending'),
    change('priority', 'low', 'high'),
    change('tags', 'bike', 'bike,vip'),
    change('status', 'pending', 'resolved'),
  ];
  expect(said(events)).toEqual(['set priority to High', 'tagged bike, vip', 'set status to Resolved']);
});

test('who assigns a ticket to themselves took it', () => {
  expect(said([change('assignee', null, 'Joana Reis')])).toEqual(['took it']);
  expect(said([change('assignee', null, 'Ken Adeyemi')])).toEqual(['assigned Ken Adeyemi']);
  expect(said([change('assignee', 'Ken Adeyemi', null)])).toEqual(['removed the assignment to Ken Adeyemi']);
});

test('a token named otherwise than its agent: known of oneself alone', () => {
  const me = { label: 'Desk', agentName: 'Joana Reis' };
  expect(said([change('assignee', null, 'Joana Reis', 'Desk')], me)).toEqual(['took it']);
  expect(said([change('assignee', null, 'Joana Reis', 'Other desk')], me)).toEqual(['assigned Joana Reis']);
  expect(said([change('assignee', null, 'Joana Reis', 'Desk')])).toEqual(['assigned Joana Reis']);
});
