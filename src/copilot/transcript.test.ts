import { expect, test } from 'vitest';
import type { Comment } from '#contract/tickets.ts';
import { buildTranscript, questionOf, turnOf, type Part } from './transcript.ts';

const part = (key: string, text: string): Part => ({ key, text });
const build = (turns: readonly Part[], more: Partial<Parameters<typeof buildTranscript>[0]> = {}) =>
  buildTranscript({ sources: [], turns, picked: new Map(), isUsual: () => true, shown: new Set(), ...more });

test('CP-02: the newest turns that fit are in the transcript, counted in code points', () => {
  const turns = [part('old', '🚲'.repeat(3_000)), part('middle', '🚲'.repeat(4_000)), part('new', '🚲'.repeat(3_998))];
  const { keys, length } = build(turns);
  expect([...keys]).toEqual(['new', 'middle']);
  expect(length).toBe(8_000);
});

test('CP-02: after a turn that does not fit, no older one is in it', () => {
  const { transcript } = build([part('old', 'short'), part('long', 'x'.repeat(8_000)), part('new', 'end')]);
  expect(transcript).toBe('end');
});

test('CP-02: what a person chose counts, though it is too long', () => {
  const turns = [part('old', 'x'.repeat(5_000)), part('new', 'y'.repeat(5_000))];
  expect([...build(turns).keys]).toEqual(['new']);
  const chosen = build(turns, { picked: new Map([['old', true]]) });
  expect([...chosen.keys]).toEqual(['old']);
  const both = build(turns, {
    picked: new Map([
      ['old', true],
      ['new', true],
    ]),
  });
  expect(both.length).toBe(10_002);
});

test('CP-10: sources are named before the conversation and count', () => {
  const { transcript, length } = build([part('a', 'customer: Hello'), part('note', 'note: secret')], {
    sources: [part('s', 'Pairing\nPress both keys.')],
    isUsual: ({ key }) => key !== 'note',
  });
  expect(transcript).toBe('Sources:\n\nPairing\nPress both keys.\n\nConversation:\n\ncustomer: Hello');
  expect(length).toBe(transcript.length);
});

test('CP-02: the details of the transcript alone are listed, with the numbers they have in it', () => {
  const turns = [part('a', 'a@example.org'), part('b', 'b@example.org, a@example.org'), part('c', 'c@example.org')];
  const { transcript, details } = build(turns, {
    picked: new Map([
      ['a', false],
      ['c', false],
    ]),
    shown: new Set(['[email 1]']),
  });
  expect(transcript).toBe('[email 2], a@example.org');
  expect(details.map(({ value }) => value)).toEqual(['a@example.org', 'b@example.org']);
});

test('CP-10: sources are found by the first 500 characters of the customer’s last words', () => {
  const said = (id: bigint, author_kind: Comment['author_kind'], body: string): Comment => ({
    ...{
      id,
      ticket_id: 1n,
      author_kind,
      author_name: null,
      agent_id: null,
      visibility: 'public',
      channel: 'email',
      body,
    },
    created_utc: '2026-11-20T14:33:00.000Z',
  });
  expect(questionOf([said(1n, 'agent', 'Hi')])).toBeNull();
  const long = '🚲'.repeat(501);
  expect(questionOf([said(1n, 'customer', 'First'), said(2n, 'customer', long), said(3n, 'agent', 'Hi')])).toBe(
    long.slice(2),
  );
  expect(turnOf(said(3n, 'agent', ' Hi\n'), 'Samir (agent)').text).toBe('Samir (agent): Hi');
});
