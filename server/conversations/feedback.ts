import type { IngestItem } from '#contract/ingest.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { upsertFeedback } from './small-records.sql.ts';
import type { StoredRecord } from './stored-record.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';
import type { listFeedback as ListFeedback } from '#contract/conversations.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { countFeedback, readFeedback } from './feedback.sql.ts';

/**
 * Stores a visitor's rating after a chat: 0 to 5, with a comment. The same external_id again replaces it. To be called
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
  const entry: AuditEntry = {
    action: 'feedback.submit',
    objectType: 'feedback',
    objectId: stored.id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
  return stored;
}

/**
 * GET feedback, newest first. See docs/api.md, "Feedback".
 * @throws ApiError bad_field when rating_min is over rating_max
 */
export const listFeedback: Handler<typeof ListFeedback> = async ({ db, site, query }) => {
  const { limit, skip, since, rating_min: ratingMin = 0, rating_max: ratingMax = 5 } = query;
  if (ratingMin > ratingMax) throw new ApiError('bad_field', 'rating_min must not be greater than rating_max');
  const selection = { since, ratingMin, ratingMax };
  const items = await wholeOrStreamed(readFeedback(db, site.id, selection, { limit, skip }));
  return listReply(items, query, () => countFeedback(db, site.id, selection));
};
