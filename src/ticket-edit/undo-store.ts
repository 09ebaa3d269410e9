import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { storage } from '#src/browser/storage.ts';
import { undoRecipe, type UndoEntry } from './undo-entry.ts';
import { UNDO_HISTORY } from './undo-key.ts';

/** How long the service undoes a change: see docs/api.md, "Undo". */
export const KEEP_MS = 24 * 3_600_000;

const storedEntry = z.object({
  key: z.string(),
  siteId: z.string(),
  atMs: z.number(),
  text: z.string(),
  /** Null where more than one ticket was changed, or none. */
  ticket: z.nullable(z.object({ id: z.string(), number: z.number() })),
  remark: z.nullable(z.string()),
  state: choice(['done', 'undone', 'kept', 'stays']),
  note: z.nullable(z.string()),
  recipe: z.nullable(undoRecipe),
  /** An undo was tried, and nobody knows whether it was made. */
  isUnsure: z._default(z.boolean(), false),
});
export type StoredEntry = z.output<typeof storedEntry>;

/** Stores what a reload may not lose; what only this page knows how to undo is left out. */
export function storeHistory(siteId: string, entries: readonly UndoEntry[]): void {
  const kept = entries.flatMap((entry): StoredEntry[] => {
    const { key, atMs, text, ticket, remark, state, note, recipe: way } = entry;
    if (way === null && state !== 'stays') return [];
    // What was being undone, or failed, is tried again by hand.
    const settled = state === 'undoing' || state === 'failed' ? 'done' : state;
    const isUnsure = state === 'undoing' || state === 'failed';
    return [{ key, siteId, atMs, text, ticket, remark, state: settled, note, recipe: way, isUnsure }];
  });
  storage.tab.set(UNDO_HISTORY, JSON.stringify(kept));
}

/** What this tab stored of a site, oldest first, and is not too old. */
export function readHistory(siteId: string): readonly StoredEntry[] {
  try {
    const parsed = z.array(storedEntry).safeParse(JSON.parse(storage.tab.get(UNDO_HISTORY) ?? '[]'));
    if (!parsed.success) return [];
    return parsed.data.filter((entry) => entry.siteId === siteId && entry.atMs > Date.now() - KEEP_MS);
  } catch {
    return [];
  }
}
