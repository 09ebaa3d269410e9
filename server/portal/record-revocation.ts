import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import type { RevokedRow } from './portal-tokens.sql.ts';

/** The audit line and the event of a token that was revoked; to be called in the transaction that does it. */
export async function recordRevocation(
  db: Db,
  site: Pick<Site, 'id'>,
  { id, revoked_utc, requester_email }: RevokedRow,
  context: AuditContext,
): Promise<void> {
  const entry = { action: 'portal_token.revoke', objectType: 'portal_token', objectId: id.toString(), changes: [] };
  await recordAudit(db, site, entry, context);
  const event = { type: 'portal_token.revoked', data: { id, revoked_utc }, pii: { requester_email } } as const;
  await recordEvent(db, site, event, context);
}
