import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import type { UndoEntry, UndoKind, WayBack } from './undo-entry.ts';
import { restoreHistory } from './undo.ts';

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
  /** An undo was tried, and its answer never came. */
  isUnsure: z._default(z.boolean(), false),
});
/** The changes that this tab stored of a site, oldest first. */
function readHistory(siteId: string): readonly z.output<typeof storedEntry>[] {
  try {
    const parsed = z.array(storedEntry).safeParse(JSON.parse(storage.tab.get(SITE_KEYS.undoHistory) ?? '[]'));
    if (!parsed.success) return [];
    return parsed.data.filter((entry) => entry.siteId === siteId);
  } catch {
    return [];
  }
}

/** Puts the changes of this tab back into the history after a reload, each with its way back. */
export async function restoreUndo(siteId: string, kinds: readonly UndoKind[]): Promise<void> {
  const stored = readHistory(siteId);
  const ways = new Map<string, WayBack | null>();
  for (const { kind, restore } of kinds) {
    const own = stored.flatMap(({ recipe, ...rest }) => (recipe?.kind === kind ? [{ recipe, ...rest }] : []));
    if (own.length === 0) continue;
    const restored = await restore(siteId, own);
    for (const [at, { key }] of own.entries()) ways.set(key, restored[at] ?? null);
  }
  restoreHistory(
    stored.flatMap((entry): UndoEntry[] => {
      const { siteId: _site, isUnsure: _unsure, ...rest } = entry;
      const way = ways.get(entry.key) ?? null;
      if (way === null && entry.state !== 'stays') return [];
      const { undo = null, check = null, isAtOnce = false, recipe = rest.recipe } = way ?? {};
      return [{ ...rest, undo, check, isAtOnce, recipe }];
    }),
  );
}
