import type { IngestItem } from '#contract/ingest.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { upsertMessage } from './small-records.sql.ts';
import type { StoredRecord } from './stored-record.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';

/**
 * A message that came in or went out on a channel; what came in feeds the figures of health. The same external_id again
 * replaces it. To be called inside a transaction. See docs/api.md, "Ingest" and "Health".
 * @throws ApiError bad_field, not_found
 */
export async function recordMessage(
  db: Db,
  site: SiteRef,
  item: IngestItem<'message'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  await checkTicket(db, site, item.ticket_id);
  const stored = await upsertMessage(db, site.id, {
    channel: item.channel,
    direction: item.direction,
    externalUserId: item.external_user_id,
    text: item.text ?? null,
    ticketId: item.ticket_id ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
    isTimed: item.created_utc !== undefined,
  });
  const changes = [{ field: 'direction', from: null, to: item.direction }];
  const entry: AuditEntry = {
    action: 'message.record',
    objectType: 'channel_message',
    objectId: stored.id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
  return stored;
}
