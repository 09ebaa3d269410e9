import type { Message, Session, Transcript } from '#contract/conversations.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db } from '#server/db/db.ts';
import { WAIT_SECONDS, type Page } from './handoffs.sql.ts';
import { selectSessions, sessionOrder, type SessionSelection } from './session-filter.sql.ts';
import { SESSION_NAME, WITH_SESSION_NAME } from './session-name.sql.ts';

/** The cost comes from the family of AI calls. */
export type SessionRow = Omit<Session, 'cost_usd'>;
type OpenedSession = Omit<Transcript, 'cost_usd' | 'messages' | 'handoffs' | 'journey' | 'review' | 'name'> & {
  readonly name: string | null;
};

const COLUMNS = sql`s.session_id, s.channel, s.visitor_key, s.customer_identity_id, s.ticket_id, s.outcome,
  s.message_count, s.started_utc, s.ended_utc, ${SESSION_NAME} as name`;
const QUESTION_LENGTH = 200;

/** A page of the list. Names, first question, last handoff and review are read for the page alone. */
export async function findSessions(db: Db, selection: SessionSelection, { limit, skip }: Page): Promise<SessionRow[]> {
  const order = sessionOrder(selection);
  return db.query<SessionRow>(sql`
    select ${COLUMNS}, t.ticket_number, m.text as first_question, h.reason, h.created_utc as handed_over_utc,
      ${WAIT_SECONDS} as wait_seconds, r.verdict as review, r.reason as review_reason, r.note as review_note, r.reviewer, r.reviewed_utc
    from (
      select s.id, row_number() over (order by ${order}) as place from (${selectSessions(selection)}) s
      order by ${order} limit ${limit} offset ${skip}
    ) p
    join chat_session s on s.site_id = ${selection.siteId} and s.id = p.id
    ${WITH_SESSION_NAME}
    left join ticket t on t.site_id = s.site_id and t.id = s.ticket_id
    left join ai_review r on r.site_id = s.site_id and r.session_id = s.session_id
    left join lateral (
      select left(m.text, ${QUESTION_LENGTH}) as text from chat_message m
      where m.site_id = s.site_id and m.session_id = s.session_id and m.role = 'visitor'
      order by m.created_utc, m.id limit 1
    ) m on true
    left join lateral (
      select * from handoff h where h.site_id = s.site_id and h.session_id = s.session_id
      order by h.created_utc desc, h.id desc limit 1
    ) h on true
    order by p.place`);
}

export async function countSessions(db: Db, selection: SessionSelection): Promise<number> {
  // No order, so that costs are added up for `min_cost` alone.
  const unordered: SessionSelection = { ...selection, filter: { ...selection.filter, order_by: 'started' } };
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from (${selectSessions(unordered)}) s`,
  );
  return row?.total ?? 0;
}

export async function getSession(db: Db, siteId: bigint, sessionId: string): Promise<OpenedSession | undefined> {
  const [row] = await db.query<OpenedSession>(sql`
    select ${COLUMNS} from chat_session s ${WITH_SESSION_NAME}
    where s.site_id = ${siteId} and s.session_id = ${sessionId}`);
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
