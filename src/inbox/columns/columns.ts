import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from '#src/browser/storage.ts';
import { jobStore } from '#src/bulk-edit/job-store.ts';

/** The columns that the table can show, in the order in which they are offered. */
export const COLUMN_KEYS = [
  'status',
  'number',
  'subject',
  'requester',
  'email',
  'phone',
  'channel',
  'tags',
  'priority',
  'assignee',
  'reply',
  'created',
  'updated',
  'resolved',
  'snoozed',
  'message',
] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];

export interface Column {
  readonly key: ColumnKey;
  /** px as somebody dragged it; null leaves it to the table. */
  readonly width: number | null;
}

/** A table without them says nothing: the state stands first, the subject somewhere. */
export const FIXED_COLUMNS: readonly ColumnKey[] = ['status', 'subject'];
export const MAX_COLUMN_WIDTH = 900;

const KEY = 'columns';
const USUAL = ['status', 'number', 'subject', 'requester', 'channel', 'tags', 'priority', 'reply', 'created'] as const;
const USUAL_COLUMNS: readonly Column[] = USUAL.map((key) => ({ key, width: null }));

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
  store(parse(texts));
}

export function setColumns(next: readonly Column[]): void {
  writeColumns(next.map(toText));
}

export function useColumns(): readonly Column[] {
  return useSelector(columns);
}

/** Which columns there are, whatever their widths: rows need no more. */
export function useColumnKeys(): readonly ColumnKey[] {
  return useSelector(columns, keysOf, { compare: (a, b) => a.join() === b.join() });
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

export const usualColumns: readonly Column[] = USUAL_COLUMNS;

function keysOf(all: readonly Column[]): readonly ColumnKey[] {
  return all.map(({ key }) => key);
}

function store(next: readonly Column[]): void {
  if (isUsual(next)) storage.device.remove(KEY);
  else storage.device.set(KEY, next.map(toText).join());
  revision.set((count) => count + 1);
}

function toText({ key, width }: Column): string {
  return width === null ? key : `${key}:${width}`;
}

function parse(texts: readonly string[]): readonly Column[] {
  const found: Column[] = [];
  for (const text of texts) {
    const [name, width, ...rest] = text.split(':');
    const key = COLUMN_KEYS.find((item) => item === name);
    if (key === undefined || rest.length > 0 || found.some((column) => column.key === key)) continue;
    found.push({ key, width: readWidth(width) });
  }
  if (found.length === 0) return USUAL_COLUMNS;
  const status = found.find(({ key }) => key === 'status') ?? { key: 'status', width: null };
  const others = found.filter(({ key }) => key !== 'status');
  const subject = others.some(({ key }) => key === 'subject') ? [] : [{ key: 'subject', width: null } as const];
  return [status, ...others, ...subject];
}

function readWidth(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{2,3}$/.test(text)) return null;
  return Math.min(Number(text), MAX_COLUMN_WIDTH);
}

interface ColumnLayout {
  /** Its part of the grid while nobody dragged it. */
  readonly track: string;
  /** px; the least that a drag leaves of it. */
  readonly min: number;
  /** Its glyphs need no heading to be seen, and no other width. */
  readonly isGlyph?: boolean;
  readonly isEnd?: boolean;
  /** Only a service with the extension `agents` answers it. */
  readonly needsAgents?: boolean;
}

export const COLUMN_LAYOUT: Readonly<Record<ColumnKey, ColumnLayout>> = {
  status: { track: '14px', min: 14, isGlyph: true },
  number: { track: '72px', min: 56 },
  subject: { track: 'minmax(200px,1fr)', min: 120 },
  requester: { track: 'minmax(96px,200px)', min: 64 },
  email: { track: 'minmax(160px,220px)', min: 64 },
  phone: { track: 'minmax(104px,144px)', min: 64 },
  channel: { track: '16px', min: 16, isGlyph: true },
  tags: { track: 'minmax(72px,184px)', min: 56 },
  priority: { track: '16px', min: 16, isGlyph: true },
  assignee: { track: 'minmax(112px,144px)', min: 56, needsAgents: true },
  reply: { track: '112px', min: 80, isEnd: true },
  created: { track: '72px', min: 48, isEnd: true },
  updated: { track: '72px', min: 48, isEnd: true, needsAgents: true },
  resolved: { track: '72px', min: 48, isEnd: true },
  snoozed: { track: '168px', min: 96, isEnd: true, needsAgents: true },
  message: { track: 'minmax(200px,1fr)', min: 96, needsAgents: true },
};

/** Between two columns. */
export const COLUMN_GAP_PX = 12;
const PADDING = 32;

/** One template for headings and rows, so that they stand in line without a table element. */
export const TABLE_GRID = 'grid [grid-template-columns:var(--table-columns)] gap-3';

export function templateOf(columns: readonly Column[]): string {
  return columns.map(({ key, width }) => (width === null ? COLUMN_LAYOUT[key].track : `${width}px`)).join(' ');
}

/** px that a row takes at least; a narrower list scrolls sideways. */
export function leastWidthOf(columns: readonly Column[]): number {
  const tracks = columns.reduce((sum, { key, width }) => sum + (width ?? leastOf(COLUMN_LAYOUT[key].track)), 0);
  return tracks + COLUMN_GAP_PX * (columns.length - 1) + PADDING;
}

function leastOf(track: string): number {
  return Number(/[0-9]+/.exec(track)?.[0] ?? 0);
}

/** Wide enough for a reason in words and the ways on. */
export const RESULT_TRACK = 'minmax(264px,320px)';
export const RESULT_LEAST_PX = 264;

/** They make room for it: what a bulk change did is read now, how old a ticket is can wait. */
const GIVE_WAY: readonly ColumnKey[] = ['tags', 'reply', 'created', 'updated', 'resolved', 'snoozed', 'message'];

/** Whether the table has a column for what became of each ticket: as long as a bulk change is on the page. */
export function useHasResult(): boolean {
  return useSelector(jobStore, (job) => job !== null);
}

export function standsBesideResult(key: ColumnKey): boolean {
  return !GIVE_WAY.includes(key);
}
