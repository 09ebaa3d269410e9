import { createAtom, useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { storage } from '#src/browser/storage.ts';
import { channelWord, priorityWord, requesterOf, statusWord } from '#src/format/ticket-words.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { useProfile } from '#src/inbox/profile.ts';

export const columnsMessages = defineMessages({
  name: {
    status: 'Status',
    number: 'No.',
    subject: 'Subject',
    requester: 'Requester',
    email: 'Email',
    phone: 'Phone',
    channel: 'Channel',
    tags: 'Tags',
    priority: 'Priority',
    assignee: 'Assignee',
    reply: 'First reply',
    created: 'Created',
    updated: 'Updated',
    resolved: 'Resolved',
    snoozed: 'Snoozed until',
    message: 'Last message',
  },
  /** On screen the column of the first reply also says when a later one is due. */
  reply: 'Reply',
  unassigned: 'Unassigned',
  none: 'None',
  notYet: 'Not yet',
  at: (column: string, instant: string) => `${column} ${instant}`,
  title: 'Table columns',
  shown: 'Columns',
  up: (column: string) => `Move ${column} up`,
  down: (column: string) => `Move ${column} down`,
  moved: (column: string, place: number, of: number) => `${column} is column ${place} of ${of}`,
  isFirst: 'This column is already first after the status.',
  isLast: 'This column is already last.',
  always: 'Always shown',
  reset: 'Reset columns',
  resetDone: 'Columns reset',
  done: 'Done',
});

interface ColumnSpec {
  /** Its width, as a track of the grid. */
  readonly track: string;
  /** A ticket's value in a file. */
  readonly valueOf: (ticket: Ticket) => string | number | null | undefined;
  readonly isTime?: true;
  /** Shows glyphs, with a heading for screen readers alone. */
  readonly isGlyph?: true;
  readonly isEnd?: true;
  /** Not in the API document. */
  readonly isExtended?: true;
}

const TIME = { track: '72px', isTime: true, isEnd: true } as const;

const TABLE = {
  status: { track: '14px', isGlyph: true, valueOf: ({ status }) => statusWord(status) },
  number: { track: '72px', valueOf: ({ ticket_number: number }) => number },
  subject: { track: 'minmax(200px,1fr)', valueOf: ({ subject }) => subject },
  requester: { track: 'minmax(96px,200px)', valueOf: requesterOf },
  email: { track: 'minmax(160px,220px)', valueOf: ({ requester_email: email }) => email },
  phone: { track: 'minmax(104px,144px)', valueOf: ({ requester_phone: phone }) => phone },
  channel: { track: '16px', isGlyph: true, valueOf: ({ channel }) => channelWord(channel) },
  tags: { track: 'minmax(72px,184px)', valueOf: ({ tags }) => tags },
  priority: { track: '16px', isGlyph: true, valueOf: ({ priority }) => priorityWord(priority) },
  assignee: { track: 'minmax(112px,144px)', isExtended: true, valueOf: ({ assignee_name: name }) => name },
  reply: { ...TIME, track: 'minmax(112px,148px)', valueOf: ({ first_response_utc: iso }) => iso },
  created: { ...TIME, valueOf: ({ created_utc: iso }) => iso },
  updated: { ...TIME, isExtended: true, valueOf: ({ updated_utc: iso }) => iso },
  resolved: { ...TIME, valueOf: ({ resolved_utc: iso }) => iso },
  snoozed: { ...TIME, track: '168px', isExtended: true, valueOf: ({ snoozed_until_utc: iso }) => iso },
  message: {
    track: 'minmax(200px,1fr)',
    isExtended: true,
    valueOf: ({ last_message_preview: text }) => text,
  },
} satisfies Record<string, ColumnSpec>;

export type ColumnKey = keyof typeof TABLE;
export const COLUMNS: Readonly<Record<ColumnKey, ColumnSpec>> = TABLE;
const COLUMN_KEYS: readonly ColumnKey[] = Object.keys(TABLE).filter((name) => isColumnKey(name));

/** Always shown: the status first, the subject anywhere. */
export const FIXED_COLUMNS: readonly ColumnKey[] = ['status', 'subject'];

const KEY = 'columns';
export const usualColumns: readonly ColumnKey[] = [
  'status',
  'number',
  'subject',
  'requester',
  'channel',
  'tags',
  'priority',
  'reply',
  'created',
];

const stored = createAtom(parse(storage.device.get(KEY)?.split(',') ?? []));

/** The chosen columns, also those that this service lacks. */
export function readColumns(): readonly ColumnKey[] {
  return stored.get();
}

/** Takes the columns of a view, without unknown ones; an empty list means the usual columns. */
export function writeColumns(texts: readonly string[]): void {
  setColumns(parse(texts));
}

export function setColumns(next: readonly ColumnKey[]): void {
  if (isUsual(next)) storage.device.remove(KEY);
  else storage.device.set(KEY, next.join());
  stored.set(next);
}

/** The columns of the table, of those that this service provides. */
export function useColumns(): readonly ColumnKey[] {
  const chosen = useSelector(stored);
  const offered = useOfferedColumns();
  return useMemo(() => chosen.filter((key) => offered.includes(key)), [chosen, offered]);
}

export function useOfferedColumns(): readonly ColumnKey[] {
  const { isExtended } = useProfile();
  return useMemo(() => COLUMN_KEYS.filter((key) => isExtended || COLUMNS[key].isExtended !== true), [isExtended]);
}

export function isUsual(all: readonly ColumnKey[]): boolean {
  return all.join() === usualColumns.join();
}

function isColumnKey(name: string): name is ColumnKey {
  return Object.hasOwn(TABLE, name);
}

function parse(names: readonly string[]): readonly ColumnKey[] {
  const found = new Set(names.filter((name) => isColumnKey(name)));
  if (found.size === 0) return usualColumns;
  found.delete('status');
  return ['status', ...found.add('subject')];
}

const GAP_PX = 12;
const PADDING_PX = 32;

/** One template aligns headings and rows without a table element. */
export const TABLE_GRID = 'grid [grid-template-columns:var(--table-columns)] gap-3';

export function templateOf(keys: readonly ColumnKey[]): string {
  return keys.map((key) => COLUMNS[key].track).join(' ');
}

/** Least width in px; a narrower list scrolls sideways. */
export function leastWidthOf(keys: readonly ColumnKey[]): number {
  const widths = keys.map((key) => Number(/[0-9]+/.exec(COLUMNS[key].track)?.[0] ?? 0));
  return widths.reduce((sum, width) => sum + width, 0) + GAP_PX * (widths.length - 1) + PADDING_PX;
}
