import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { hashToken, randomBase62 } from '#server/tokens/token-format.ts';
import type { LockedTicket } from './locked-ticket.ts';
import { deleteOldBulkChanges } from './bulk-changes.sql.ts';
import { deleteOldUndo, insertUndo, moveUndoVersions, type SameAgain } from './undo-tickets.sql.ts';

const KEEP_MS = 24 * 3_600_000;

/** Undoes one call, whatever the number of its tickets. */
export interface Undo {
  readonly token: string;
  readonly createdUtc: string;
  readonly expiresUtc: string;
}

export function newUndo(now: Date): Undo {
  return {
    token: `scu_${randomBase62(32)}`,
    createdUtc: now.toISOString(),
    expiresUtc: undoExpiresAt(now.toISOString()),
  };
}

/** Undo tokens made at this instant or before have run out. */
export function undoRunsOutBefore(now: Date): Date {
  return new Date(now.getTime() - KEEP_MS);
}

/** Keeps what the tickets were; to be called in the transaction that has changed them. */
export async function recordUndo(
  db: Db,
  site: SiteRef,
  { token, createdUtc }: Undo,
  before: readonly LockedTicket[],
): Promise<void> {
  if (before.length > 0) await insertUndo(db, site.id, { hash: hashToken(token), createdUtc }, before);
}

/** Keeps earlier changes undoable over a step that changed none of their fields: a comment, or an undo of a later one. */
export async function keepUndoable(db: Db, site: SiteRef, tickets: readonly SameAgain[]): Promise<void> {
  if (tickets.length > 0) await moveUndoVersions(db, site.id, tickets);
}

/** When the undo of a change made at this instant runs out. */
export function undoExpiresAt(atUtc: string): string {
  return new Date(Date.parse(atUtc) + KEEP_MS).toISOString();
}

/** @param db The owner's handle: over all sites. */
export async function removeOldUndo(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = undoRunsOutBefore(now);
  await inSteps(() => deleteOldUndo(db, before, STEP_ROWS), isWanted);
  await inSteps(() => deleteOldBulkChanges(db, before, STEP_ROWS), isWanted);
}
