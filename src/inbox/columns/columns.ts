import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from '#src/browser/storage.ts';

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
