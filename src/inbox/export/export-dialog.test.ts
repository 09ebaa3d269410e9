import { expect, test } from 'vitest';
import { TICKET_COLUMNS, type Ticket } from '#contract/tickets.ts';
import { fieldsFile } from '#src/list-export/list-file.ts';
import { visibleCsv } from './export-dialog.tsx';

const ticket: Ticket = {
  id: 9_007_199_254_740_993n,
  ticket_number: 48213,
  subject: '=1+1',
  status: 'open',
  priority: 'urgent',
  channel: 'whatsapp',
  requester_name: 'Lindqvist, Maren',
  requester_email: null,
  requester_phone: '+4915112345678',
  tags: 'late,"new"',
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T23:32:05Z',
  customer_identity_id: null,
};

test('the columns on screen, times in the zone that the heading names, formulas guarded', () => {
  expect(visibleCsv(['number', 'subject', 'requester', 'phone', 'tags', 'created'], [ticket], 'Europe/Berlin')).toBe(
    '\uFEFFNo.,Subject,Requester,Phone,Tags,Created (Europe/Berlin)\r\n' +
      `48213,'=1+1,"Lindqvist, Maren",+4915112345678,"late,""new""",2026-11-21 00:32:05\r\n`,
  );
});

test('what a ticket has not is an empty cell', () => {
  const csv = visibleCsv(['email', 'reply', 'resolved', 'assignee', 'message', 'snoozed'], [ticket], 'UTC');
  expect(csv.split('\r\n')[1]).toBe(',,,,,');
});

test('all fields: names of the API, ids with every digit', () => {
  expect(fieldsFile(TICKET_COLUMNS, [ticket])).toBe(
    `\uFEFF${TICKET_COLUMNS.join(',')}\r\n` +
      `9007199254740993,48213,'=1+1,open,urgent,whatsapp,"Lindqvist, Maren",,+4915112345678,"late,""new""",,,2026-11-20T23:32:05Z,\r\n`,
  );
});
