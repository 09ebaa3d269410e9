import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { findVisitorKeysOf } from './erase-visitors-of.sql.ts';

/**
 * Erases every visitor record of an address or of a customer, with events and sessions. To be called inside a
 * transaction, before the customer record is gone.
 */
export async function eraseVisitorsOf(
  db: Db,
  site: Pick<Site, 'id'>,
  person: { readonly emailKey: string; readonly identityId: bigint | null },
  context: AuditContext,
): Promise<{ readonly visitors: number; readonly events: number; readonly sessions: number }> {
  let [events, sessions] = [0, 0];
  const keys = await findVisitorKeysOf(db, site.id, person);
  for (const key of keys) {
    const erased = await eraseVisitor(db, site, key, context);
    events += erased.erased_events;
    sessions += erased.erased_sessions;
  }
  return { visitors: keys.length, events, sessions };
}
