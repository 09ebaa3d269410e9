import type { IngestItem } from '#contract/ingest.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { upsertStarterRow } from './small-records.sql.ts';
import type { StoredRecord } from './stored-record.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import type { listConversationStarters as ListConversationStarters } from '#contract/conversations.ts';
import { countStarters, findStarters } from './starters.sql.ts';
import { totalCount } from './total-count.ts';

/**
 * A question that the bot offers to begin with; without a position a new one comes last. The same external_id again
 * changes it. To be called inside a transaction. See docs/api.md, "Conversation starters" and "Ingest".
 * @throws ApiError bad_field
 */
export async function upsertStarter(
  db: Db,
  site: SiteRef,
  item: IngestItem<'conversation_starter'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  const stored = await upsertStarterRow(db, site.id, {
    text: item.text,
    position: item.position,
    locale: item.locale ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
  });
  const action = stored.is_new ? 'conversation_starter.create' : 'conversation_starter.update';
  const entry: AuditEntry = { action, objectType: 'conversation_starter', objectId: stored.id.toString(), changes: [] };
  await recordAudit(db, site, entry, context);
  return stored;
}

/** GET conversation_starters, by position. See docs/api.md, "Conversation starters". */
export const listConversationStarters: Handler<typeof ListConversationStarters> = async ({ db, site, query }) => {
  const items = await findStarters(db, site.id, query);
  return { items, total_count: await totalCount(items, query, () => countStarters(db, site.id)) };
};
