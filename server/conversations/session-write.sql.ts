import type { MESSAGE_ROLES } from '#contract/conversations.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { StoredRecord } from './stored-record.ts';

export interface SessionChange {
  readonly sessionId: string;
  /** Null keeps the current one; a new session defaults to web. */
  readonly channel: string | null;
  readonly visitorKey: string | null;
  readonly customerIdentityId: bigint | null;
  readonly ticketId: bigint | null;
  /** The earliest reported time. */
  readonly startedUtc: string;
  /** Undefined leaves it unchanged; null reopens the session. */
  readonly endedUtc: string | null | undefined;
}

/** Creates or updates a session and locks it until the transaction ends, which serializes its reports. */
export async function upsertSession(db: Db, siteId: bigint, change: SessionChange): Promise<StoredRecord> {
  const { channel, endedUtc } = change;
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<StoredRecord>(sql`
    insert into chat_session as s (site_id, id, session_id, channel, visitor_key, customer_identity_id, ticket_id,
      started_utc, ended_utc)
    values (${siteId}, ${id}, ${change.sessionId}, ${channel ?? 'web'}, ${change.visitorKey},
      ${change.customerIdentityId}, ${change.ticketId}, ${change.startedUtc}, ${endedUtc ?? null})
    on conflict (site_id, session_id) do update set
      channel = coalesce(${channel}::text, s.channel),
      visitor_key = coalesce(excluded.visitor_key, s.visitor_key),
      customer_identity_id = coalesce(excluded.customer_identity_id, s.customer_identity_id),
      ticket_id = coalesce(excluded.ticket_id, s.ticket_id),
      started_utc = least(excluded.started_utc, s.started_utc),
      ended_utc = case when ${endedUtc === undefined}::boolean then s.ended_utc else excluded.ended_utc end
    returning s.id, s.xmax = 0 as is_new`);
  if (row === undefined) throw new Error('the database returned no session');
  return row;
}

export interface NewMessage {
  readonly role: (typeof MESSAGE_ROLES)[number];
  readonly text: string;
  readonly authorName: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  readonly createdUtc: string;
}

/** Keeps the given order for messages with the same time. */
export async function insertMessages(
  db: Db,
  siteId: bigint,
  { sessionId, externalId }: { readonly sessionId: string; readonly externalId: string | null },
  messages: readonly NewMessage[],
): Promise<void> {
  const column = <Key extends keyof NewMessage>(key: Key) => messages.map((message) => message[key]);
  const first = await db.takeIds(siteId, messages.length);
  await db.query(sql`
    insert into chat_message (site_id, id, session_id, role, author_name, text, tokens, cost_usd, latency_ms,
      external_id, created_utc)
    select ${siteId}, ${first}::bigint + m.position - 1, ${sessionId}, m.role, m.author_name, m.text, m.tokens, m.cost_usd,
      m.latency_ms, ${externalId}, m.created_utc
    from unnest(${column('role')}::text[], ${column('authorName')}::text[], ${column('text')}::text[],
      ${column('tokens')}::integer[], ${column('costUsd')}::numeric[], ${column('latencyMs')}::integer[],
      ${column('createdUtc')}::timestamptz[]) with ordinality
      as m (role, author_name, text, tokens, cost_usd, latency_ms, created_utc, position)
    order by m.position`);
}

/** The session with the messages of this delivery. */
export async function getSessionOfDelivery(db: Db, siteId: bigint, externalId: string): Promise<string | undefined> {
  const [row] = await db.query<{ session_id: string }>(sql`
    select session_id from chat_message where site_id = ${siteId} and external_id = ${externalId} limit 1`);
  return row?.session_id;
}

export async function deleteDelivery(db: Db, siteId: bigint, externalId: string): Promise<void> {
  await db.query(sql`delete from chat_message where site_id = ${siteId} and external_id = ${externalId}`);
}

/**
 * Recalculates the message count and last role of a session, and returns the count. Call it while holding the lock of
 * the session.
 */
export async function summarizeSession(db: Db, siteId: bigint, sessionId: string): Promise<number> {
  const [row] = await db.query<{ message_count: number }>(sql`
    update chat_session set
      message_count = (select count(*)::integer from chat_message m
        where m.site_id = ${siteId} and m.session_id = ${sessionId}),
      last_role = (select m.role from chat_message m
        where m.site_id = ${siteId} and m.session_id = ${sessionId} and m.role <> 'system'
        order by m.created_utc desc, m.id desc limit 1)
    where site_id = ${siteId} and session_id = ${sessionId} returning message_count`);
  return row?.message_count ?? 0;
}
