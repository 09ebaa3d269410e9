import { createAtom, useSelector } from '@tanstack/react-store';
import type { Ticket } from '#contract/tickets.ts';
import { storage } from '#src/browser/storage.ts';
import { jobStore } from '#src/bulk-edit/job-store.ts';
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
  widthOf: (column: string) => `Width of ${column}`,
  widthHint: 'Left and Right change the width, Up and Down go to another column, Enter resets the width.',
  width: (px: number) => `${px} pixels`,
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
  /** Its part of the grid until a person drags it. */
  readonly track: string;
  /** px; the least that a drag leaves of it. */
  readonly min: number;
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

const TIME = { track: '72px', min: 48, isTime: true, isEnd: true, givesWay: true } as const;

const TABLE = {
  status: { track: '14px', min: 14, isGlyph: true, valueOf: ({ status }) => statusWord(status) },
  number: { track: '72px', min: 56, valueOf: ({ ticket_number: number }) => number },
  subject: { track: 'minmax(200px,1fr)', min: 120, valueOf: ({ subject }) => subject },
  requester: { track: 'minmax(96px,200px)', min: 64, valueOf: requesterOf },
  email: { track: 'minmax(160px,220px)', min: 64, valueOf: ({ requester_email: email }) => email },
  phone: { track: 'minmax(104px,144px)', min: 64, valueOf: ({ requester_phone: phone }) => phone },
  channel: { track: '16px', min: 16, isGlyph: true, valueOf: ({ channel }) => channelWord(channel) },
  tags: { track: 'minmax(72px,184px)', min: 56, givesWay: true, valueOf: ({ tags }) => tags },
  priority: { track: '16px', min: 16, isGlyph: true, valueOf: ({ priority }) => priorityWord(priority) },
  assignee: { track: 'minmax(112px,144px)', min: 56, needsAgents: true, valueOf: ({ assignee_name: name }) => name },
  reply: { ...TIME, track: '112px', min: 80, valueOf: ({ first_response_utc: iso }) => iso },
  created: { ...TIME, valueOf: ({ created_utc: iso }) => iso },
  updated: { ...TIME, needsAgents: true, valueOf: ({ updated_utc: iso }) => iso },
  resolved: { ...TIME, valueOf: ({ resolved_utc: iso }) => iso },
  snoozed: { ...TIME, track: '168px', min: 96, needsAgents: true, valueOf: ({ snoozed_until_utc: iso }) => iso },
  message: {
    track: 'minmax(200px,1fr)',
    min: 96,
    needsAgents: true,
    givesWay: true,
    valueOf: ({ last_message_preview: text }) => text,
  },
} satisfies Record<string, ColumnSpec>;

export type ColumnKey = keyof typeof TABLE;
export const COLUMNS: Readonly<Record<ColumnKey, ColumnSpec>> = TABLE;

export interface Column {
  readonly key: ColumnKey;
  /** px as it was dragged; null leaves it to the table. */
  readonly width: number | null;
}

/** A table without them says nothing: the state stands first, the subject somewhere. */
export const FIXED_COLUMNS: readonly ColumnKey[] = ['status', 'subject'];
export const MAX_COLUMN_WIDTH = 900;

const KEY = 'columns';
const USUAL = ['status', 'number', 'subject', 'requester', 'channel', 'tags', 'priority', 'reply', 'created'] as const;
export const usualColumns: readonly Column[] = USUAL.map((key) => ({ key, width: null }));

/** Counts the changes of what the browser has stored, here and in other tabs. */
const revision = createAtom(0);
const columns = createAtom<readonly Column[]>(
  () => {
    revision.get();
    return parse(storage.device.get(KEY)?.split(',') ?? []);
  },
  { compare: (a, b) => a.map(toText).join() === b.map(toText).join() },
);

/** The columns as texts such as `subject` and `subject:320`, which a saved view can hold. */
export function readColumns(): readonly string[] {
  return columns.get().map(toText);
}

/** Takes what a view holds: what this program does not know is left out, an empty list is the usual columns. */
export function writeColumns(texts: readonly string[]): void {
  setColumns(parse(texts));
}

export function setColumns(next: readonly Column[]): void {
  if (isUsual(next)) storage.device.remove(KEY);
  else storage.device.set(KEY, next.map(toText).join());
  revision.set((count) => count + 1);
}

export function useColumns(): readonly Column[] {
  return useSelector(columns);
}

/** Which columns there are, whatever their widths: rows need no more. */
export function useColumnKeys(): readonly ColumnKey[] {
  return useSelector(columns, (all) => all.map(({ key }) => key), { compare: (a, b) => a.join() === b.join() });
}

/** The columns that a service can fill, of all that are offered. */
export function offeredColumns(hasAgents: boolean): readonly ColumnKey[] {
  return Object.keys(COLUMNS)
    .filter((name) => isColumnKey(name))
    .filter((key) => hasAgents || COLUMNS[key].needsAgents !== true);
}

/** Whether the table has a column for what became of each ticket: as long as a bulk change is on the page. */
export function useHasResult(): boolean {
  return useSelector(jobStore, (job) => job !== null);
}

/** Takes over what another tab stores, until the returned function is called. */
export function startColumnsSync(): () => void {
  const reload = () => revision.set((count) => count + 1);
  reload();
  addEventListener('storage', reload);
  return () => removeEventListener('storage', reload);
}

export function isUsual(all: readonly Column[]): boolean {
  return all.map(toText).join() === USUAL.join();
}

function isColumnKey(name: string): name is ColumnKey {
  return Object.hasOwn(COLUMNS, name);
}

function toText({ key, width }: Column): string {
  return width === null ? key : `${key}:${width}`;
}

function parse(texts: readonly string[]): readonly Column[] {
  const found: Column[] = [];
  for (const text of texts) {
    const [key = '', width, ...rest] = text.split(':');
    if (!isColumnKey(key) || rest.length > 0 || found.some((column) => column.key === key)) continue;
    found.push({ key, width: readWidth(width) });
  }
  if (found.length === 0) return usualColumns;
  const status = found.find(({ key }) => key === 'status') ?? { key: 'status', width: null };
  const others = found.filter(({ key }) => key !== 'status');
  const subject = others.some(({ key }) => key === 'subject') ? [] : [{ key: 'subject', width: null } as const];
  return [status, ...others, ...subject];
}

function readWidth(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{2,3}$/.test(text)) return null;
  return Math.min(Number(text), MAX_COLUMN_WIDTH);
}

const GAP_PX = 12;
const PADDING_PX = 32;
/** Wide enough for a reason in words and the ways on. */
const RESULT = { track: 'minmax(264px,320px)', leastPx: 264 };

/** One template for headings and rows, so that they stand in line without a table element. */
export const TABLE_GRID = 'grid [grid-template-columns:var(--table-columns)] gap-3';

export function templateOf(all: readonly Column[], hasResult = false): string {
  const tracks = all.map(({ key, width }) => (width === null ? COLUMNS[key].track : `${width}px`));
  return [...tracks, ...(hasResult ? [RESULT.track] : [])].join(' ');
}

/** px that a row takes at least; a narrower list scrolls sideways. */
export function leastWidthOf(all: readonly Column[], hasResult = false): number {
  const widths = all.map(({ key, width }) => width ?? Number(/[0-9]+/.exec(COLUMNS[key].track)?.[0] ?? 0));
  const gaps = GAP_PX * (hasResult ? widths.length : widths.length - 1);
  return widths.reduce((sum, width) => sum + width, hasResult ? RESULT.leastPx : 0) + gaps + PADDING_PX;
}
