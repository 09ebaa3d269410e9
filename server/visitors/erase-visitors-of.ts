import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { forgetVisitor } from '#server/webhooks/forget-person.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { findVisitorsOf, type KnownPerson } from './erase-visitors-of.sql.ts';

/**
 * Erases every visitor record of a person, with events and sessions and what webhooks hold of it. To be
 * called inside a transaction, before the customer record is gone.
 */
export async function eraseVisitorsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
  context: AuditContext,
): Promise<Readonly<Record<'visitors' | 'events' | 'sessions' | 'webhook_bodies', number>>> {
  let [events, sessions, webhook_bodies] = [0, 0, 0];
  const found = await findVisitorsOf(db, site.id, person);
  for (const { id, visitor_key: key } of found) {
    const erased = await eraseVisitor(db, site, key, context);
    events += erased.erased_events;
    sessions += erased.erased_sessions;
    webhook_bodies += await forgetVisitor(db, site, id, context.now);
  }
  return { visitors: found.length, events, sessions, webhook_bodies };
}
