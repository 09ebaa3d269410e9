import { expect, test } from 'vitest';
import type { Handoff, Message } from '#contract/conversations.ts';
import { findHits, transcriptLines } from './lines.ts';

const message = (id: bigint, text: string, created_utc: string): Message => ({
  ...{ id, role: 'visitor', author_name: null, text, tokens: null, cost_usd: null, latency_ms: null, created_utc },
});
const handoff = (id: bigint, reason: string, created_utc: string): Handoff => ({
  ...{ id, session_id: 's', reason, status: 'waiting', channel: 'web', ticket_id: null, customer_identity_id: null },
  ...{ visitor_key: null, taken_by_agent_id: null, created_utc, taken_utc: null, resolved_utc: null },
  wait_seconds: null,
});

const lines = transcriptLines(
  [
    message(1n, 'A person, please. A PERSON (now)?', '2026-11-18T09:00:00Z'),
    message(2n, 'İstanbul: my late   parcel', '2026-11-18T09:02:00.5Z'),
  ],
  [handoff(1n, 'Asked for a person', '2026-11-18T09:00:00Z')],
);

test('a handoff comes after the message of the same instant', () => {
  expect(lines.map(({ key }) => key)).toEqual(['m1', 'h1', 'm2']);
});

test('a search finds each occurrence in any case, also in the reason of a handoff', () => {
  expect(findHits(lines, ' person ')).toEqual([
    { line: 0, start: 2, end: 8 },
    { line: 0, start: 20, end: 26 },
    { line: 1, start: 12, end: 18 },
  ]);
  expect(findHits(lines, '(now)?')).toEqual([{ line: 0, start: 27, end: 33 }]);
  expect(findHits(lines, '.*')).toEqual([]);
  expect(findHits(lines, '  ')).toEqual([]);
});

test('a search finds words apart where they do not occur together', () => {
  expect(findHits(lines, 'late parcel')).toEqual([{ line: 2, start: 13, end: 26 }]);
  expect(findHits(lines, 'parcel late')).toHaveLength(2);
});
