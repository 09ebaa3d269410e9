import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { Review } from '#contract/ai-reviews.ts';
import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { readBatches } from '#server/db/batches.ts';
import { WEIGHED_ROWS } from '#server/operation/attach-lists.ts';

/** The owners of the sessions to select. */
export interface SessionOwners {
  readonly identityId: bigint | null;
  readonly ticketIds: readonly bigint[];
  readonly visitorKeys: readonly string[];
}

/** One condition per kind of owner, each with an index of its own. */
export function conditionsOf({
  identityId = null,
  ticketIds = [],
  visitorKeys = [],
}: Partial<SessionOwners>): Statement[] {
  const conditions: Statement[] = [];
  if (identityId !== null) conditions.push(sql`s.customer_identity_id = ${identityId}`);
  if (ticketIds.length > 0) conditions.push(sql`s.ticket_id = any(${ticketIds}::bigint[])`);
  if (visitorKeys.length > 0) conditions.push(sql`s.visitor_key = any(${visitorKeys}::text[])`);
  return conditions;
}

export async function findSessionIds(db: Db, siteId: bigint, condition: Statement, limit: number): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>(sql`
    select s.session_id from chat_session s where s.site_id = ${siteId} and ${condition} limit ${limit} for update`);
  return rows.map(({ session_id }) => session_id);
}

/** Ordered by ID, after `after`. */
export async function findSessionPage(
  db: Db,
  siteId: bigint,
  condition: Statement,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly id: bigint; readonly session_id: string }[]> {
  return db.query(sql`
    select s.id, s.session_id from chat_session s
    where s.site_id = ${siteId} and ${condition} and s.id > ${after} order by s.id limit ${limit}`);
}

export async function deleteMessagesOf(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from chat_message where site_id = ${siteId} and id = any(array(
      select m.id from chat_message m where m.site_id = ${siteId} and m.session_id = any(${sessionIds}::text[])
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** Deletes messages, handoffs and reviews as well. */
export async function deleteSessions(db: Db, siteId: bigint, sessionIds: readonly string[]): Promise<number> {
  const rows = await db.query(sql`
    delete from chat_session where site_id = ${siteId} and session_id = any(${sessionIds}::text[]) returning 1 as one`);
  return rows.length;
}

/** Keeps the ratings. */
export async function anonymizeFeedback(
  db: Db,
  siteId: bigint,
  {
    ticketIds = [],
    visitorKeys = [],
    sessionIds = [],
  }: Partial<Pick<SessionOwners, 'ticketIds' | 'visitorKeys'>> & { readonly sessionIds?: readonly string[] },
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update feedback set comment = null, session_id = null, visitor_key = null
    where site_id = ${siteId} and id = any(array(
      select f.id from feedback f where f.site_id = ${siteId}
        and (f.ticket_id = any(${ticketIds}::bigint[]) or f.visitor_key = any(${visitorKeys}::text[])
          or f.session_id = any(${sessionIds}::text[]))
        and (f.comment is not null or f.session_id is not null or f.visitor_key is not null)
      limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** The owner of sessions and feedback: the record, and selects of ticket IDs and visitor keys. */
export interface SessionSelects {
  readonly identityId: bigint | null;
  readonly ticketIds: Statement;
  readonly visitorKeys: Statement;
}

type Export = Reply<typeof exportCustomer>;
export type ExportedSession = Export['sessions'][number];

/** A select of the session IDs, with an index for each kind of owner. */
function sessionIds(
  siteId: bigint,
  { identityId, ticketIds, visitorKeys }: SessionSelects,
  column: Statement,
): Statement {
  return sql`
    select ${column} from chat_session where site_id = ${siteId} and customer_identity_id = ${identityId}::bigint
    union select ${column} from chat_session where site_id = ${siteId} and ticket_id in (${ticketIds})
    union select ${column} from chat_session where site_id = ${siteId} and visitor_key in (${visitorKeys})`;
}

export type SessionRow = Omit<ExportedSession, 'messages' | 'review'> &
  (Review | { readonly [Key in keyof Review]: null }) & { readonly id: bigint };

/** Newest first. */
export function readSessionRows(db: Db, siteId: bigint, owners: SessionSelects): AsyncGenerator<SessionRow[]> {
  return readBatches<SessionRow>(db, {
    columns: sql`id, session_id, channel, started_utc, ended_utc, verdict, reason, note, reviewer, reviewed_utc, version`,
    rows: (position) => sql`
      select s.*, r.verdict, r.reason, r.note, r.reviewer, r.reviewed_utc, r.version
      from (select * from chat_session where site_id = ${siteId} and id in (${sessionIds(siteId, owners, sql`id`)}) offset 0) s
      left join ai_review r on r.site_id = s.site_id and r.session_id = s.session_id
      where ${position}`,
    at: 'started_utc',
    order: 'newest first',
    size: sql`octet_length(session_id) + coalesce(octet_length(note), 0) + 200`,
  });
}

export type MessageRow = ExportedSession['messages'][number] & { readonly owner_id: bigint };

export async function weighMessages(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(text) + 200), 0)::float8 as bytes from (
      select m.text from chat_session s join chat_message m on m.site_id = s.site_id and m.session_id = s.session_id
      where s.site_id = ${siteId} and s.id = any(${ids}::bigint[]) limit ${WEIGHED_ROWS}) m`);
  return row?.bytes ?? 0;
}

/** Oldest first. */
export async function findMessages(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<MessageRow[]> {
  return db.query<MessageRow>(sql`
    select s.id as owner_id, m.role, m.author_name, m.text, m.created_utc
    from chat_session s join chat_message m on m.site_id = s.site_id and m.session_id = s.session_id
    where s.site_id = ${siteId} and s.id = any(${ids}::bigint[]) order by m.created_utc, m.id`);
}

/** Oldest first. */
export function readMessagesOf(db: Db, siteId: bigint, session: SessionRow): AsyncGenerator<MessageRow[]> {
  return readBatches<MessageRow>(db, {
    columns: sql`${session.id}::bigint as owner_id, role, author_name, text, created_utc`,
    rows: (position) => sql`
      select * from chat_message where site_id = ${siteId} and session_id = ${session.session_id} and ${position}`,
    at: 'created_utc',
    order: 'oldest first',
    size: sql`octet_length(text)`,
  });
}

/** Newest first. */
export function readFeedbackRows(
  db: Db,
  siteId: bigint,
  owners: SessionSelects,
): AsyncGenerator<Export['feedback'][number][]> {
  const { ticketIds, visitorKeys } = owners;
  return readBatches<Export['feedback'][number]>(db, {
    columns: sql`id, rating, comment, session_id, ticket_id, created_utc`,
    rows: (position) => sql`
      select * from (select * from feedback where site_id = ${siteId} and id in (
        select id from feedback where site_id = ${siteId} and visitor_key in (${visitorKeys})
        union select id from feedback where site_id = ${siteId} and ticket_id in (${ticketIds})
        union select id from feedback where site_id = ${siteId}
          and session_id in (${sessionIds(siteId, owners, sql`session_id`)})) offset 0) f
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + 100`,
  });
}
