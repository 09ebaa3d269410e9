import type { IngestItem } from '#contract/ingest.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { checkPast } from './check-past.ts';
import { checkTicket } from './check-ticket.ts';
import { upsertFeedback } from './small-records.sql.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * What a visitor thought after a chat: 0 to 5, with a comment. The same external_id again replaces it. To be called
 * inside a transaction. See docs/api.md, "Feedback" and "Ingest".
 * @throws ApiError bad_field, not_found
 */
export async function recordFeedback(
  db: Db,
  site: SiteRef,
  item: IngestItem<'feedback'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  await checkTicket(db, site, item.ticket_id);
  const stored = await upsertFeedback(db, site.id, {
    rating: item.rating,
    comment: item.comment ?? null,
    sessionId: item.session_id ?? null,
    ticketId: item.ticket_id ?? null,
    visitorKey: item.visitor_key ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
    isTimed: item.created_utc !== undefined,
  });
  const changes = [{ field: 'rating', from: null, to: item.rating }];
  const entry = { action: 'feedback.submit', objectType: 'feedback', objectId: stored.id.toString(), changes };
  await recordAudit(db, site, entry, context);
  return stored;
}
