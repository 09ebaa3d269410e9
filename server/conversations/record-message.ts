import type { IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { messageRowDeltas } from '#server/counters/message-hours.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';
import { singleRecord, type StoredRecord } from './stored-record.ts';

/**
 * Records a message received or sent on a channel; received messages feed the health figures. The same external_id
 * replaces it. Call it inside a transaction. See docs/api.md, "Ingest" and "Health".
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
  return upsertMessage(db, site.id, {
    channel: item.channel,
    direction: item.direction,
    externalUserId: item.external_user_id,
    text: item.text ?? null,
    ticketId: item.ticket_id ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
    isTimed: item.created_utc !== undefined,
  });
}

interface MessageRow {
  readonly channel: string;
  readonly direction: 'in' | 'out';
  readonly externalUserId: string;
  readonly text: string | null;
  readonly ticketId: bigint | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
  readonly isTimed: boolean;
}

async function upsertMessage(db: Db, siteId: bigint, row: MessageRow): Promise<StoredRecord> {
  const id = await db.takeIds(siteId, 1);
  const [made] = await db.query<StoredRecord>(sql`
    with stored as (
      insert into channel_message (site_id, id, channel, direction, external_user_id, text, ticket_id, external_id, created_utc)
      values (${siteId}, ${id}, ${row.channel}, ${row.direction}, ${row.externalUserId}, ${row.text},
        ${row.ticketId}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) where external_id is not null do nothing
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${messageRowDeltas(sql`stored`, 1)}) d
    )
    select id, true as is_new from stored`);
  return made ?? (await updateMessage(db, siteId, row));
}

/**
 * Replaces an existing message. Locks it in a separate statement first, so that exactly its old hour is decremented.
 */
async function updateMessage(db: Db, siteId: bigint, row: MessageRow): Promise<StoredRecord> {
  await db.query(sql`
    select 1 as one from channel_message where site_id = ${siteId} and external_id = ${row.externalId} for update`);
  return singleRecord(
    await db.query<StoredRecord>(sql`
      with old as (
        select * from channel_message where site_id = ${siteId} and external_id = ${row.externalId}
      ), stored as (
        update channel_message m set channel = ${row.channel}, direction = ${row.direction},
          external_user_id = ${row.externalUserId}, text = ${row.text}, ticket_id = ${row.ticketId},
          created_utc = case when ${row.isTimed} then ${row.createdUtc}::timestamptz else m.created_utc end
        from old where m.site_id = ${siteId} and m.id = old.id
        returning m.*
      ), counted as (
        insert into counter (site_id, name, key, n)
        select ${siteId}, d.name, d.key, sum(d.n)
        from (${messageRowDeltas(sql`stored`, 1)} union all ${messageRowDeltas(sql`old`, -1)}) d
        group by 2, 3 having sum(d.n) <> 0
      )
      select id, false as is_new from stored`),
  );
}
