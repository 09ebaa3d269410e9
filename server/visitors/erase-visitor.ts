import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { deleteVisitorRow } from './visitor-write.sql.ts';
import { eraseSessions } from '#server/conversations/person-sessions.ts';

interface Erasure {
  /** Whether a visitor with this key existed. */
  readonly deleted: boolean;
  readonly erased_events: number;
  readonly erased_sessions: number;
}

/**
 * Erases a visitor: the record, its events, and its sessions with their messages, including sessions whose key has no
 * visitor record. Call inside a transaction. See docs/api.md, "Visitors".
 * @param sessionsBefore sessions of the visitor that the caller has already erased, for the counts
 */
export async function eraseVisitor(
  db: Db,
  site: SiteRef,
  visitorKey: string,
  context: AuditContext,
  sessionsBefore = 0,
): Promise<Erasure> {
  const visitor = await deleteVisitorRow(db, site.id, visitorKey);
  const erased = {
    erased_events: visitor?.event_count ?? 0,
    erased_sessions: sessionsBefore + (await eraseSessions(db, site, visitorKey, context.now)),
  };
  if (visitor === undefined && erased.erased_sessions === 0) return { deleted: false, ...erased };
  const changes = Object.entries(erased).map(([field, to]) => ({ field, from: null, to }));
  // A key that only has sessions has no visitor id.
  const objectId = visitor?.id.toString() ?? '';
  await recordAudit(db, site, { action: 'visitor.delete', objectType: 'visitor', objectId, changes }, context);
  if (visitor === undefined) return { deleted: false, ...erased };
  const { id, customer_identity_id: identityId, email_key, phone_key } = visitor;
  const phoneKey = identityId === null && email_key === null ? phone_key : null;
  const subject = { identityId, emailKey: email_key, phoneKey };
  const event = { data: { id, ...erased }, pii: { visitor_key: visitorKey }, subject };
  await recordEvent(db, site, { type: 'visitor.deleted', ...event }, context);
  return { deleted: true, ...erased };
}
