import { expect, test } from 'vitest';
import type { Comment } from '#contract/tickets.ts';
import { buildTranscript, turnOf, type Part } from './transcript.ts';

const part = (key: string, text: string, isUsual = true): Part => ({ key, text, isUsual });
const build = (turns: readonly Part[], more: Partial<Parameters<typeof buildTranscript>[0]> = {}) =>
  buildTranscript({ sources: [], turns, picked: new Map(), shown: new Set(), ...more });

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
  const { transcript, length } = build([part('a', 'customer: Hello'), part('note', 'note: secret', false)], {
    sources: [part('s', 'Pairing\nPress both keys.')],
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

test('CP-02: a turn names its author and role, and a note is left out at first', () => {
  const said = (more: Partial<Comment>): Comment => ({
    ...{ id: 3n, ticket_id: 1n, author_kind: 'agent', author_name: 'Samir', agent_id: null, visibility: 'public' },
    ...{ channel: 'email', body: ' Hi\n', created_utc: '2026-11-20T14:33:00.000Z' },
    ...more,
  });
  expect(turnOf(said({}))).toEqual({ key: 'comment 3', text: 'Samir (agent): Hi', isUsual: true });
  expect(turnOf(said({ author_name: null, visibility: 'internal' }))).toMatchObject({
    text: 'internal note: Hi',
    isUsual: false,
  });
});
