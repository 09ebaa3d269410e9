import { expect, test } from 'vitest';
import { partLines, partSentence } from '#src/customers/parts.tsx';
import { exportCounts, exportFileName } from './export-dialog.tsx';

const at = '2026-11-22T23:30:00.000Z';
const data = {
  exported_utc: at,
  identity: {
    id: 30418n,
    email: 'a@b.test',
    phone: null,
    display_name: null,
    ticket_count: 0,
    first_seen_utc: at,
    last_seen_utc: at,
    blocked_utc: null,
    merged_from: [],
    channels: [],
  },
  notes: [{ id: 1n, body: 'x', author: 'y', created_utc: at }],
  tickets: [],
  csat: [],
  feedback: [],
  sessions: [
    {
      session_id: 's',
      channel: 'web',
      started_utc: at,
      ended_utc: null,
      review: null,
      messages: [
        { role: 'user', author_name: null, text: 'a', created_utc: at },
        { role: 'bot', author_name: null, text: 'b', created_utc: at },
      ],
    },
  ],
  visitors: [],
  links: [],
};

test('the file is named by the customer and the day that is shown', () => {
  expect(exportFileName(data, 'UTC')).toBe('customer-30418-2026-11-22.json');
  expect(exportFileName(data, 'Europe/Berlin')).toBe('customer-30418-2026-11-23.json');
});

test('what is in it is counted, and what there is none of is not said', () => {
  const counts = exportCounts(data);
  expect(partLines(counts)).toEqual(['1 note', '1 AI session', '2 chat messages']);
  expect(partSentence(counts)).toBe('1 note, 1 AI session and 2 chat messages');
  expect(partSentence({ tickets: 1204 })).toBe('1,204 tickets');
  expect(partSentence({})).toBeNull();
});
