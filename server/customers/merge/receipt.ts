import type { CustomerMerge, Moved } from '#contract/customer-merges.ts';
import type { Db } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import type { Belongings } from './merge.sql.ts';
import { deleteOldUndoData, type ReceiptRow } from './receipts.sql.ts';

const DAY_MS = 86_400_000;
const UNDO_DAYS = 30;

/** Until when a merge of this moment can be undone. */
export function undoUntil(createdUtc: string): string {
  return new Date(Date.parse(createdUtc) + UNDO_DAYS * DAY_MS).toISOString();
}

export function movedOf(belongings: Omit<Belongings, 'distinctIds'>, links: number): Moved {
  const { ticketIds, handles, sessionIds, visitorIds, noteIds } = belongings;
  return {
    tickets: ticketIds.length,
    handles: handles.length,
    links,
    sessions: sessionIds.length,
    visitors: visitorIds.length,
    notes: noteIds.length,
  };
}

export function receiptOf({ created_utc, ...receipt }: ReceiptRow): CustomerMerge {
  return { ...receipt, created_utc, undo_until_utc: undoUntil(created_utc) };
}

/** Takes away what nothing can be undone with any more. @param db The owner's handle: over all sites. */
export async function removeOldMergeUndo(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * DAY_MS);
  await inSteps(() => deleteOldUndoData(db, before, STEP_ROWS), isWanted);
}
