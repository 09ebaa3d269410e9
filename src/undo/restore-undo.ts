import { readHistory } from './stored-history.ts';
import type { UndoEntry, UndoKind, WayBack } from './undo-entry.ts';
import { restoreHistory } from './undo.ts';

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
      return [{ ...rest, undo: way?.undo ?? null, check: way?.check ?? null }];
    }),
  );
}
