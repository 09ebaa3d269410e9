import { createAtom, useSelector } from '@tanstack/react-store';
import type { Ticket } from '#contract/tickets.ts';
import { storage } from '#src/browser/storage.ts';
import { useBulkJob } from '#src/bulk-edit/bulk-job.ts';
import { channelWord, priorityWord, requesterOf, statusWord } from '#src/format/ticket-words.ts';
import { defineMessages } from '#src/i18n/messages.ts';

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
  /** While a bulk change is on the page. */
  result: 'Result',
  unassigned: 'Unassigned',
  none: 'None',
  notYet: 'Not yet',
  notProvided: 'Not provided by this service',
  at: (column: string, instant: string) => `${column} ${instant}`,
  title: 'Table columns',
  hint: 'Checked columns appear in this order. Drag them, or move them with Alt and the arrow keys.',
  shown: 'Columns',
  up: (column: string) => `Move ${column} up`,
  down: (column: string) => `Move ${column} down`,
  moved: (column: string, place: number, of: number) => `${column} is column ${place} of ${of}`,
  always: 'Always shown',
  reset: 'Reset columns',
  resetDone: 'Columns reset',
  done: 'Done',
  kept: 'Kept in this browser.',
});

interface ColumnSpec {
  /** Its part of the grid. */
  readonly track: string;
  /** A ticket's value in a file; undefined where the service does not answer it. */
  readonly valueOf: (ticket: Ticket) => string | number | null | undefined;
  readonly isTime?: true;
  /** Its glyphs need no heading to be seen, and no other width. */
  readonly isGlyph?: true;
  readonly isEnd?: true;
  /** Only a service with the extension `agents` answers it. */
  readonly needsAgents?: true;
  /** Makes room for the results of a bulk change, which are read now. */
  readonly givesWay?: true;
}

const TIME = { track: '72px', isTime: true, isEnd: true, givesWay: true } as const;

const TABLE = {
  status: { track: '14px', isGlyph: true, valueOf: ({ status }) => statusWord(status) },
  number: { track: '72px', valueOf: ({ ticket_number: number }) => number },
  subject: { track: 'minmax(200px,1fr)', valueOf: ({ subject }) => subject },
  requester: { track: 'minmax(96px,200px)', valueOf: requesterOf },
  email: { track: 'minmax(160px,220px)', valueOf: ({ requester_email: email }) => email },
  phone: { track: 'minmax(104px,144px)', valueOf: ({ requester_phone: phone }) => phone },
  channel: { track: '16px', isGlyph: true, valueOf: ({ channel }) => channelWord(channel) },
  tags: { track: 'minmax(72px,184px)', givesWay: true, valueOf: ({ tags }) => tags },
  priority: { track: '16px', isGlyph: true, valueOf: ({ priority }) => priorityWord(priority) },
  assignee: { track: 'minmax(112px,144px)', needsAgents: true, valueOf: ({ assignee_name: name }) => name },
  reply: { ...TIME, track: '112px', valueOf: ({ first_response_utc: iso }) => iso },
  created: { ...TIME, valueOf: ({ created_utc: iso }) => iso },
  updated: { ...TIME, needsAgents: true, valueOf: ({ updated_utc: iso }) => iso },
  resolved: { ...TIME, valueOf: ({ resolved_utc: iso }) => iso },
  snoozed: { ...TIME, track: '168px', needsAgents: true, valueOf: ({ snoozed_until_utc: iso }) => iso },
  message: {
    track: 'minmax(200px,1fr)',
    needsAgents: true,
    givesWay: true,
    valueOf: ({ last_message_preview: text }) => text,
  },
} satisfies Record<string, ColumnSpec>;

export type ColumnKey = keyof typeof TABLE;
export const COLUMNS: Readonly<Record<ColumnKey, ColumnSpec>> = TABLE;

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

/** Counts the changes of what the browser has stored, here and in other tabs. */
const revision = createAtom(0);
const columns = createAtom<readonly ColumnKey[]>(
  () => {
    revision.get();
    return parse(storage.device.get(KEY)?.split(',') ?? []);
  },
  { compare: (a, b) => a.join() === b.join() },
);

export function readColumns(): readonly ColumnKey[] {
  return columns.get();
}

/** Takes what a view holds: what this program does not know is left out, an empty list is the usual columns. */
export function writeColumns(texts: readonly string[]): void {
  setColumns(parse(texts));
}

export function setColumns(next: readonly ColumnKey[]): void {
  if (isUsual(next)) storage.device.remove(KEY);
  else storage.device.set(KEY, next.join());
  revision.set((count) => count + 1);
}

export function useColumns(): readonly ColumnKey[] {
  return useSelector(columns);
}

/** The columns that a service can fill, of all that are offered. */
export function offeredColumns(hasAgents: boolean): readonly ColumnKey[] {
  return Object.keys(COLUMNS)
    .filter((name) => isColumnKey(name))
    .filter((key) => hasAgents || COLUMNS[key].needsAgents !== true);
}

/** Whether the table has a column for what became of each ticket: as long as a bulk change is on the page. */
export function useHasResult(): boolean {
  return useBulkJob() !== null;
}

/** Takes over what another tab stores, until the returned function is called. */
export function startColumnsSync(): () => void {
  const reload = () => revision.set((count) => count + 1);
  reload();
  addEventListener('storage', reload);
  return () => removeEventListener('storage', reload);
}

export function isUsual(all: readonly ColumnKey[]): boolean {
  return all.join() === usualColumns.join();
}

function isColumnKey(name: string): name is ColumnKey {
  return Object.hasOwn(COLUMNS, name);
}

function parse(names: readonly string[]): readonly ColumnKey[] {
  const found = new Set(names.filter((name) => isColumnKey(name)));
  if (found.size === 0) return usualColumns;
  found.delete('status');
  return ['status', ...found.add('subject')];
}

const GAP_PX = 12;
const PADDING_PX = 32;
/** Wide enough for a reason in words and the ways on. */
const RESULT = { track: 'minmax(264px,320px)', leastPx: 264 };

/** One template for headings and rows, so that they stand in line without a table element. */
export const TABLE_GRID = 'grid [grid-template-columns:var(--table-columns)] gap-3';

export function templateOf(keys: readonly ColumnKey[], hasResult = false): string {
  return [...keys.map((key) => COLUMNS[key].track), ...(hasResult ? [RESULT.track] : [])].join(' ');
}

/** px that a row takes at least; a narrower list scrolls sideways. */
export function leastWidthOf(keys: readonly ColumnKey[], hasResult = false): number {
  const widths = keys.map((key) => Number(/[0-9]+/.exec(COLUMNS[key].track)?.[0] ?? 0));
  const gaps = GAP_PX * (hasResult ? widths.length : widths.length - 1);
  return widths.reduce((sum, width) => sum + width, hasResult ? RESULT.leastPx : 0) + gaps + PADDING_PX;
}
