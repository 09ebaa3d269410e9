import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';

const storedEntry = z.object({
  key: z.string(),
  siteId: z.string(),
  atMs: z.number(),
  text: z.string(),
  subject: z.nullable(z.object({ kind: z.string(), id: z.string() })),
  remark: z.nullable(z.string()),
  state: choice(['done', 'undone', 'kept', 'stays']),
  note: z.nullable(z.string()),
  /** Read by its kind. */
  recipe: z.nullable(z.looseObject({ kind: z.string() })),
  /** An undo was tried, and nobody knows whether it was made. */
  isUnsure: z._default(z.boolean(), false),
});
export type StoredEntry = z.output<typeof storedEntry>;

/** What this tab stored of a site, oldest first. */
export function readHistory(siteId: string): readonly StoredEntry[] {
  try {
    const parsed = z.array(storedEntry).safeParse(JSON.parse(storage.tab.get(SITE_KEYS.undoHistory) ?? '[]'));
    if (!parsed.success) return [];
    return parsed.data.filter((entry) => entry.siteId === siteId);
  } catch {
    return [];
  }
}
