import { useSyncExternalStore } from 'react';
import { storage } from '#src/api/storage.ts';

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

const listeners = new Set<() => void>();
let known: { readonly text: string | null; readonly columns: readonly Column[] } = {
  text: null,
  columns: USUAL_COLUMNS,
};

/** The columns as texts such as `subject` and `subject:320`, which a saved view can hold. */
export function readColumns(): readonly string[] {
  return columnsNow().map(toText);
}

/** Takes what a view holds: what this program does not know is left out, an empty list is the usual columns. */
export function writeColumns(columns: readonly string[]): void {
  keep(parse(columns));
}

export function setColumns(columns: readonly Column[]): void {
  writeColumns(columns.map(toText));
}

export function useColumns(): readonly Column[] {
  return useSyncExternalStore(subscribe, columnsNow);
}

/** Which columns there are, whatever their widths: rows need no more. */
export function useColumnKeys(): readonly ColumnKey[] {
  const text = useSyncExternalStore(subscribe, () => keysOf(columnsNow()));
  return keyLists.get(text) ?? USUAL;
}

export function isUsual(columns: readonly Column[]): boolean {
  return columns.map(toText).join() === USUAL.join();
}

export const usualColumns: readonly Column[] = USUAL_COLUMNS;

/** One list for each text, so that rows that look at the same columns hold the same object. */
const keyLists = new Map<string, readonly ColumnKey[]>();

function keysOf(columns: readonly Column[]): string {
  const keys = columns.map(({ key }) => key);
  const text = keys.join();
  if (!keyLists.has(text)) keyLists.set(text, keys);
  return text;
}

function columnsNow(): readonly Column[] {
  const text = storage.device.get(KEY);
  if (text !== known.text) known = { text, columns: parse(text === null ? [] : text.split(',')) };
  return known.columns;
}

function keep(columns: readonly Column[]): void {
  if (isUsual(columns)) storage.device.remove(KEY);
  else storage.device.set(KEY, columns.map(toText).join());
  for (const listener of listeners) listener();
}

function toText({ key, width }: Column): string {
  return width === null ? key : `${key}:${width}`;
}

function parse(texts: readonly string[]): readonly Column[] {
  const columns: Column[] = [];
  for (const text of texts) {
    const [name, width, ...rest] = text.split(':');
    const key = COLUMN_KEYS.find((item) => item === name);
    if (key === undefined || rest.length > 0 || columns.some((column) => column.key === key)) continue;
    columns.push({ key, width: readWidth(width) });
  }
  if (columns.length === 0) return USUAL_COLUMNS;
  const status = columns.find(({ key }) => key === 'status') ?? { key: 'status', width: null };
  const others = columns.filter(({ key }) => key !== 'status');
  const subject = others.some(({ key }) => key === 'subject') ? [] : [{ key: 'subject', width: null } as const];
  return [status, ...others, ...subject];
}

function readWidth(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{2,3}$/.test(text)) return null;
  return Math.min(Number(text), MAX_COLUMN_WIDTH);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed them.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
