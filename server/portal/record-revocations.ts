import { AuditBatch, recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordEvents, type SiteEvent } from '#server/webhooks/record-event.ts';
import type { RevokedRow } from './portal-tokens.sql.ts';

/** Records the audit rows and events of revoked links. Call in the transaction that revokes them. */
export async function recordRevocations(
  db: Db,
  site: SiteRef,
  rows: readonly RevokedRow[],
  context: AuditContext,
): Promise<void> {
  const auditBatch = new AuditBatch();
  for (const { id } of rows) {
    const entry: AuditEntry = {
      action: 'portal_token.revoke',
      objectType: 'portal_token',
      objectId: id.toString(),
      changes: [],
    };
    await recordAudit(db, site, entry, { ...context, auditBatch });
  }
  await auditBatch.store(db, site);
  const events = rows.map(({ id, revoked_utc, requester_email }): SiteEvent => ({
    type: 'portal_token.revoked',
    data: { id, revoked_utc },
    pii: { requester_email },
  }));
  await recordEvents(db, site, events, context);
}
