import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import {
  anonymizeFeedback,
  anonymizeFeedbackOf,
  deleteSessionsOf,
  deleteSessionsOfVisitor,
} from './erase-sessions.sql.ts';

/**
 * Erases the sessions of a visitor with all that was said, and takes from the feedback what tells of a person: the
 * ratings stay as numbers. Answers how many sessions went. To be called inside a transaction. Source: shapes.md, visitors.
 */
export async function eraseSessions(db: Db, site: Pick<Site, 'id'>, visitorKey: string): Promise<number> {
  await anonymizeFeedback(db, site.id, visitorKey);
  return deleteSessionsOfVisitor(db, site.id, visitorKey);
}

/**
 * The same for a person who is known otherwise: by the customer record and by tickets. To be called before those are
 * gone, since a session only points at them.
 */
export async function eraseSessionsOf(
  db: Db,
  site: Pick<Site, 'id'>,
  person: { readonly identityId: bigint | null; readonly ticketIds: readonly bigint[] },
): Promise<number> {
  await anonymizeFeedbackOf(db, site.id, person);
  return deleteSessionsOf(db, site.id, person);
}
