import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findSessionCustomers } from './session-customers.sql.ts';

/** The customers that a session is of: its own, its visitor's and its ticket's; none where the session is unknown. */
export function customersOfSession(db: Db, site: SiteRef, sessionId: string): Promise<bigint[]> {
  return findSessionCustomers(db, site.id, sessionId);
}
