import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import {
  anonymizeFeedback,
  anonymizeFeedbackOf,
  deleteSessionsOf,
  deleteSessionsOfVisitor,
} from './erase-sessions.sql.ts';

/**
 * Erases the sessions of a visitor with all that was said, and takes from the feedback what names a person: the
 * ratings stay as numbers. Answers how many sessions went. To be called inside a transaction. See docs/api.md,
 * "Visitors".
 */
export async function eraseSessions(db: Db, site: SiteRef, visitorKey: string): Promise<number> {
  await anonymizeFeedback(db, site.id, visitorKey);
  return deleteSessionsOfVisitor(db, site.id, visitorKey);
}

/**
 * The same for a person who is known otherwise: by the customer record and by tickets. To be called before those are
 * gone, since a session only points at them.
 */
export async function eraseSessionsOf(
  db: Db,
  site: SiteRef,
  person: { readonly identityId: bigint | null; readonly ticketIds: readonly bigint[] },
): Promise<number> {
  await anonymizeFeedbackOf(db, site.id, person);
  return deleteSessionsOf(db, site.id, person);
}
