import type { Message, Session } from '#contract/conversations.ts';
import { readBatches } from '#server/db/batches.ts';
import { containsPattern, type Db, joinSql, sql, type Statement } from '#server/db/db.ts';
import type { Page } from './handoffs.sql.ts';

export interface SessionSelection {
  readonly since?: string | undefined;
  /** Words that must all occur in messages of the session. */
  readonly words: readonly string[];
  readonly reason?: string | undefined;
  readonly channel?: string | undefined;
  readonly outcome?: Session['outcome'] | undefined;
  readonly ticketId?: bigint | undefined;
  readonly customerIdentityId?: bigint | undefined;
  readonly visitorKey?: string | undefined;
}

/** The cost comes from the family of AI calls. */
export type SessionRow = Omit<Session, 'cost_usd'>;

const COLUMNS = sql`s.session_id, s.channel, s.visitor_key, s.customer_identity_id, s.ticket_id, s.outcome,
  s.message_count, s.started_utc, s.ended_utc`;

/** Newest first. */
export async function findSessions(
  db: Db,
  siteId: bigint,
  selection: SessionSelection,
  { limit, skip }: Page,
): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select ${COLUMNS} from chat_session s where ${selected(siteId, selection)}
    order by s.started_utc desc, s.id desc limit ${limit} offset ${skip}`);
}

export async function countSessions(db: Db, siteId: bigint, selection: SessionSelection): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from chat_session s where ${selected(siteId, selection)}`,
  );
  return row?.total ?? 0;
}

export async function getSession(db: Db, siteId: bigint, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    sql`select ${COLUMNS} from chat_session s where s.site_id = ${siteId} and s.session_id = ${sessionId}`,
  );
  return row;
}

export type MessageOfSession = Omit<Message, 'cost_usd'> & { readonly cost_usd: string | null };

/** All messages or a page, oldest first. */
export function readMessages(
  db: Db,
  siteId: bigint,
  sessionId: string,
  page: Partial<Page>,
): AsyncGenerator<MessageOfSession[]> {
  return readBatches<MessageOfSession>(db, {
    columns: sql`id, role, author_name, text, tokens, cost_usd, latency_ms, created_utc`,
    rows: (position) => sql`
      select * from chat_message where site_id = ${siteId} and session_id = ${sessionId} and ${position}`,
    at: 'created_utc',
    order: 'oldest first',
    size: sql`octet_length(text)`,
    ...page,
  });
}

function selected(siteId: bigint, selection: SessionSelection): Statement {
  const { since, words, reason, channel, outcome, ticketId, customerIdentityId, visitorKey } = selection;
  const conditions = [sql`s.site_id = ${siteId}`, ...words.map((word) => mentions(siteId, word))];
  if (since !== undefined) conditions.push(sql`s.started_utc >= ${since}::timestamptz`);
  if (channel !== undefined) conditions.push(sql`s.channel = ${channel}`);
  if (outcome !== undefined) conditions.push(sql`s.outcome = ${outcome}`);
  if (ticketId !== undefined) conditions.push(sql`s.ticket_id = ${ticketId}`);
  if (customerIdentityId !== undefined) conditions.push(sql`s.customer_identity_id = ${customerIdentityId}`);
  if (visitorKey !== undefined) conditions.push(sql`s.visitor_key = ${visitorKey}`);
  if (reason !== undefined) {
    conditions.push(sql`exists (select from handoff h
      where h.site_id = ${siteId} and h.session_id = s.session_id and h.reason = ${reason})`);
  }
  return joinSql(conditions, ' and ');
}

function mentions(siteId: bigint, word: string): Statement {
  return sql`s.session_id in (select m.session_id from chat_message m
    where m.site_id = ${siteId} and m.text ilike ${containsPattern(word)})`;
}

/** The customers of a session, of its visitor and of its ticket. */
export async function findSessionCustomers(db: Db, siteId: bigint, sessionId: string): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select distinct x.id from chat_session s
    left join visitor v on v.site_id = s.site_id and v.visitor_key = s.visitor_key
    left join ticket t on t.site_id = s.site_id and t.id = s.ticket_id
    cross join lateral unnest(array[s.customer_identity_id, v.customer_identity_id, t.customer_identity_id]) as x (id)
    where s.site_id = ${siteId} and s.session_id = ${sessionId} and x.id is not null`);
  return rows.map(({ id }) => id);
}

/** ai_sessions with the ID of the ticket lists the others. */
const MAX_SESSIONS = 200;

/** The newest 200, oldest first. */
export async function findSessionsOfTicket(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
): Promise<{ session_id: string; channel: string; started_utc: string }[]> {
  return db.query(sql`
    select s.session_id, s.channel, s.started_utc from (
      select * from chat_session where site_id = ${siteId} and ticket_id = ${ticketId}
      order by started_utc desc, id desc limit ${MAX_SESSIONS}) s
    order by s.started_utc, s.id`);
}
