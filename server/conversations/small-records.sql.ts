import { inboundRowDeltas } from '#server/counters/inbound.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { StoredRecord } from './stored-record.ts';

export interface FeedbackRow {
  readonly rating: number;
  readonly comment: string | null;
  readonly sessionId: string | null;
  readonly ticketId: bigint | null;
  readonly visitorKey: string | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
  /** Somebody said when it was; else a record that is known keeps its time. */
  readonly isTimed: boolean;
}

export async function upsertFeedback(db: Db, siteId: bigint, row: FeedbackRow): Promise<StoredRecord> {
  return one(
    await db.query<StoredRecord>(sql`
      insert into feedback as f (site_id, id, rating, comment, session_id, ticket_id, visitor_key, external_id, created_utc)
      values (${siteId}, next_id(${siteId}), ${row.rating}, ${row.comment}, ${row.sessionId}, ${row.ticketId},
        ${row.visitorKey}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) do update set rating = excluded.rating, comment = excluded.comment,
        session_id = excluded.session_id, ticket_id = excluded.ticket_id, visitor_key = excluded.visitor_key,
        created_utc = case when ${row.isTimed} then excluded.created_utc else f.created_utc end
      returning f.id, f.xmax = 0 as is_new`),
  );
}

export interface MessageRow {
  readonly channel: string;
  readonly direction: 'in' | 'out';
  readonly externalUserId: string;
  readonly text: string | null;
  readonly ticketId: bigint | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
  readonly isTimed: boolean;
}

export async function upsertMessage(db: Db, siteId: bigint, row: MessageRow): Promise<StoredRecord> {
  const [made] = await db.query<StoredRecord>(sql`
    with stored as (
      insert into channel_message (site_id, id, channel, direction, external_user_id, text, ticket_id, external_id, created_utc)
      values (${siteId}, next_id(${siteId}), ${row.channel}, ${row.direction}, ${row.externalUserId}, ${row.text},
        ${row.ticketId}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) where external_id is not null do nothing
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${inboundRowDeltas(sql`stored`, 1)}) d
    )
    select id, true as is_new from stored`);
  return made ?? (await updateMessage(db, siteId, row));
}

/** Replaces a message that is known. It is locked by a statement of its own, so its old hour is counted down exactly. */
async function updateMessage(db: Db, siteId: bigint, row: MessageRow): Promise<StoredRecord> {
  await db.query(sql`
    select 1 as one from channel_message where site_id = ${siteId} and external_id = ${row.externalId} for update`);
  return one(
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
        from (${inboundRowDeltas(sql`stored`, 1)} union all ${inboundRowDeltas(sql`old`, -1)}) d
        group by 2, 3 having sum(d.n) <> 0
      )
      select id, false as is_new from stored`),
  );
}

export interface StarterRow {
  readonly text: string;
  /** Undefined: where it is, or last. */
  readonly position: number | undefined;
  readonly locale: string | null;
  readonly externalId: string | null;
  readonly createdUtc: string;
}

export async function upsertStarterRow(db: Db, siteId: bigint, row: StarterRow): Promise<StoredRecord> {
  const position = row.position ?? null;
  return one(
    await db.query<StoredRecord>(sql`
      insert into conversation_starter as c (site_id, id, text, position, locale, external_id, created_utc)
      values (${siteId}, next_id(${siteId}), ${row.text}, coalesce(${position}::integer,
          (select coalesce(max(position), 0) + 1 from conversation_starter where site_id = ${siteId})),
        ${row.locale}, ${row.externalId}, ${row.createdUtc})
      on conflict (site_id, external_id) do update set text = excluded.text, locale = excluded.locale,
        position = coalesce(${position}::integer, c.position)
      returning c.id, c.xmax = 0 as is_new`),
  );
}

function one(rows: readonly StoredRecord[]): StoredRecord {
  const [row] = rows;
  if (row === undefined) throw new Error('the record was not answered');
  return row;
}
