import type { IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { StoredRecord } from '#server/conversations/stored-record.ts';
import { recordCsat } from '#server/csat/record-csat.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Site } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';

/** A rating from outside. To be called inside a transaction. @throws ApiError missing_field, bad_field, not_found */
export async function storeCsat(
  db: Db,
  site: Site,
  item: IngestItem<'csat'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  const { ticket_id: ticketId = null, score, comment = null, external_id: externalId = null } = item;
  if (ticketId === null) throw new ApiError('missing_field', 'ticket_id or ticket_external_id is required');
  const given = { ticketId, score, comment, externalId };
  const at = item.created_utc === undefined ? {} : { createdUtc: item.created_utc };
  const stored = await recordCsat(db, site, { ...given, ...at }, context);
  if (stored === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  return stored;
}
