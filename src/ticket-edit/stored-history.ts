import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { storage } from '#src/browser/storage.ts';
import { undoRecipe } from './undo-entry.ts';
import { UNDO_HISTORY } from './undo-key.ts';

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

/** What this tab stored of a site, oldest first. */
export function readHistory(siteId: string): readonly StoredEntry[] {
  try {
    const parsed = z.array(storedEntry).safeParse(JSON.parse(storage.tab.get(UNDO_HISTORY) ?? '[]'));
    if (!parsed.success) return [];
    return parsed.data.filter((entry) => entry.siteId === siteId);
  } catch {
    return [];
  }
}
