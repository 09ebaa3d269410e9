import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import type { StoredEntry } from './stored-history.ts';
import { type UndoEntry } from './undo-entry.ts';

/** Stores what a reload may not lose; what only this page knows how to undo is left out. */
export function storeHistory(siteId: string, entries: readonly UndoEntry[]): void {
  const kept = entries.flatMap((entry): StoredEntry[] => {
    const { key, atMs, text, subject, remark, state, note, recipe: way } = entry;
    if (way === null && state !== 'stays') return [];
    // What was being undone, or failed, is tried again by hand.
    const settled = state === 'undoing' || state === 'failed' ? 'done' : state;
    const isUnsure = state === 'undoing' || state === 'failed';
    return [{ key, siteId, atMs, text, subject, remark, state: settled, note, recipe: way, isUnsure }];
  });
  storage.tab.set(SITE_KEYS.undoHistory, JSON.stringify(kept));
}
