import { ApiFailure } from '#src/api/api-failure.ts';
import { undoOfReceipt } from '#src/bulk-edit/engine/job-controls.ts';
import { readReceipts } from '#src/bulk-edit/engine/receipt-store.ts';
import { undoOfMerge } from '#src/customers/merge/undo-merge.ts';
import { readHistory, type StoredEntry } from '#src/ticket-edit/stored-history.ts';
import type { Undoable, UndoEntry } from '#src/ticket-edit/undo-entry.ts';
import { restoreHistory, settleUndo } from '#src/ticket-edit/undo.ts';
import { undoOfTicket } from '#src/ticket-edit/update/undo-change.ts';

/** Puts the changes of this tab back into the history after a reload, each with its way back. */
export async function restoreUndo(siteId: string): Promise<void> {
  const stored = readHistory(siteId);
  const needsReceipts = stored.some(({ recipe }) => recipe?.kind === 'job');
  const receipts = new Map((needsReceipts ? await readReceipts(siteId) : []).map((receipt) => [receipt.id, receipt]));
  const wayOf = ({ key, recipe, ticket, isUnsure }: StoredEntry): Pick<Undoable, 'undo' | 'check'> | null => {
    if (recipe?.kind === 'token') {
      const target = { id: BigInt(recipe.ticketId), number: ticket?.number ?? 0 };
      const way = undoOfTicket(target, recipe.token, null, isUnsure);
      return isUnsure ? { ...way, check: () => settleIfUndone(key, way.check) } : way;
    }
    if (recipe?.kind === 'merge')
      return undoOfMerge({ id: BigInt(recipe.mergeId), from: recipe.from, into: recipe.into });
    const receipt = recipe === null ? undefined : receipts.get(recipe.receiptId);
    return receipt === undefined ? null : undoOfReceipt(receipt);
  };
  restoreHistory(
    stored.flatMap((entry): UndoEntry[] => {
      const { siteId: _site, isUnsure: _unsure, ...rest } = entry;
      const way = wayOf(entry);
      if (way === null && entry.state !== 'stays') return [];
      return [{ ...rest, undo: way?.undo ?? null, check: way?.check ?? null }];
    }),
  );
}

/** A page that went away before the answer to an undo came learns now that the undo had been made. */
async function settleIfUndone(key: string, check: Undoable['check']): Promise<string | null> {
  try {
    return (await check?.()) ?? null;
  } catch (error) {
    if (!(error instanceof ApiFailure && error.kind === 'conflict')) throw error;
    settleUndo(key, { state: 'undone' });
    return null;
  }
}
