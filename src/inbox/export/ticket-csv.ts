import type { Ticket } from '#contract/tickets.ts';
import { csvFile } from '#contract/csv.ts';
import { channelWord, priorityWord, requesterOf, statusWord } from '#src/format/ticket-words.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import type { ColumnKey } from '#src/inbox/columns/columns.ts';
import { columnsMessages } from '#src/inbox/columns/messages.ts';
import { exportMessages } from './messages.ts';

type Cell = string | number | bigint | null;

const TIMES: Readonly<Partial<Record<ColumnKey, keyof Ticket>>> = {
  reply: 'first_response_utc',
  created: 'created_utc',
  updated: 'updated_utc',
  resolved: 'resolved_utc',
  snoozed: 'snoozed_until_utc',
};

/** The file of what is on screen: its columns, its words, times in the zone that each heading names. */
export function visibleCsv(keys: readonly ColumnKey[], rows: readonly Ticket[], zone: string): string {
  const heads = keys.map((key) => {
    const name = columnsMessages.name[key];
    return TIMES[key] === undefined ? name : exportMessages.inZone(name, zone);
  });
  return csvFile(
    heads,
    rows.map((ticket) => keys.map((key) => cellOf(key, ticket, zone))),
  );
}

function cellOf(key: ColumnKey, ticket: Ticket, zone: string): Cell {
  switch (key) {
    case 'status':
      return statusWord(ticket.status);
    case 'number':
      return ticket.ticket_number;
    case 'subject':
      return ticket.subject;
    case 'requester':
      return requesterOf(ticket);
    case 'email':
      return ticket.requester_email;
    case 'phone':
      return ticket.requester_phone;
    case 'channel':
      return channelWord(ticket.channel);
    case 'tags':
      return ticket.tags;
    case 'priority':
      return priorityWord(ticket.priority);
    case 'assignee':
      return ticket.assignee_name ?? null;
    case 'message':
      return ticket.last_message_preview ?? null;
    case 'reply':
      return timeCell(ticket.first_response_utc, zone);
    case 'created':
      return timeCell(ticket.created_utc, zone);
    case 'updated':
      return timeCell(ticket.updated_utc, zone);
    case 'resolved':
      return timeCell(ticket.resolved_utc, zone);
    case 'snoozed':
      return timeCell(ticket.snoozed_until_utc, zone);
  }
}

/** "2026-11-20 14:32:05": spreadsheets read it as a time, and it sorts as text. */
function timeCell(iso: string | null | undefined, zone: string): string | null {
  const wall = iso === null || iso === undefined ? null : dayAndTimeOf(iso, zone);
  return wall === null ? null : `${wall.day} ${wall.time}`;
}
