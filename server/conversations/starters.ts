import type { listConversationStarters as ListConversationStarters } from '#contract/conversations.ts';
import type { IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { totalCount } from '#server/operation/total-count.ts';
import type { Page } from './handoffs.sql.ts';
import { singleRecord, type StoredRecord } from './stored-record.ts';

/**
 * Creates or updates a question that the bot offers as a start; without a position a new one comes last. Call it inside
 * a transaction. See docs/api.md, "Conversation starters" and "Ingest".
 * @throws ApiError bad_field
 */
export async function upsertStarter(
  db: Db,
  site: SiteRef,
  item: IngestItem<'conversation_starter'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  return upsertStarterRow(db, site.id, {
    text: item.text,
    position: item.position,
    locale: item.locale ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
  });
}

/** GET conversation_starters, by position. See docs/api.md, "Conversation starters". */
export const listConversationStarters: Handler<typeof ListConversationStarters> = async ({ db, site, query }) => {
  const items = await findStarters(db, site.id, query);
  return { items, total_count: await totalCount(items, query, () => countStarters(db, site.id)) };
};

interface StarterRecord {
  readonly id: bigint;
  readonly text: string;
  readonly position: number;
  readonly locale: string | null;
  readonly created_utc: string;
}

/** By position, then by age. */
async function findStarters(db: Db, siteId: bigint, { limit, skip }: Page): Promise<StarterRecord[]> {
  return db.query<StarterRecord>(sql`
    select id, text, position, locale, created_utc from conversation_starter
    where site_id = ${siteId} order by position, id limit ${limit} offset ${skip}`);
}

async function countStarters(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from conversation_starter where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

interface StarterRow {
  readonly text: string;
  /** Undefined keeps the current position; a new one comes last. */
  readonly position: number | undefined;
  readonly locale: string | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
}

async function upsertStarterRow(db: Db, siteId: bigint, row: StarterRow): Promise<StoredRecord> {
  const position = row.position ?? null;
  const id = await db.takeIds(siteId, 1);
  return singleRecord(
    await db.query<StoredRecord>(sql`
      insert into conversation_starter as c (site_id, id, text, position, locale, external_id, created_utc)
      values (${siteId}, ${id}, ${row.text}, coalesce(${position}::integer,
          (select coalesce(max(position), 0) + 1 from conversation_starter where site_id = ${siteId})),
        ${row.locale}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) do update set text = excluded.text, locale = excluded.locale,
        position = coalesce(${position}::integer, c.position)
      returning c.id, c.xmax = 0 as is_new`),
  );
}
