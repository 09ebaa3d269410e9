import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import type { Person } from '#server/customers/person/find-person.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { WEIGHED_ROWS } from '#server/operation/attach-lists.ts';

type Export = Reply<typeof exportCustomer>;
type One<Name extends keyof Export> = Export[Name] extends (infer Item)[] ? Item : never;

/** Whose data it is, and a select of the ids of their tickets. */
export interface Owner {
  readonly siteId: bigint;
  readonly person: Person;
  readonly ticketIds: Statement;
}

/** Newest first. */
export function readCsat(db: Db, { siteId, ticketIds }: Owner): AsyncGenerator<One<'csat'>[]> {
  return readBatches<One<'csat'>>(db, {
    columns: sql`ticket_id, score, comment, created_utc`,
    rows: (position) => sql`
      select * from (select * from csat_response where site_id = ${siteId} and ticket_id in (${ticketIds}) offset 0) r
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + 100`,
  });
}

/** Keys of the visitors, as a select. */
function visitorKeys(owner: Owner): Statement {
  return sql`select visitor_key from visitor where ${isVisitorOf(owner)}`;
}

/** Ids of the sessions, as a select: each way to a person has an index. */
function sessionIds(owner: Owner, column: Statement): Statement {
  const { siteId, person, ticketIds } = owner;
  return sql`
    select ${column} from chat_session where site_id = ${siteId} and customer_identity_id = ${person.identityId}::bigint
    union select ${column} from chat_session where site_id = ${siteId} and ticket_id in (${ticketIds})
    union select ${column} from chat_session where site_id = ${siteId} and visitor_key in (${visitorKeys(owner)})`;
}

export type SessionRow = Omit<One<'sessions'>, 'messages'> & { readonly id: bigint };

/** Those that began last come first. */
export function readSessions(db: Db, owner: Owner): AsyncGenerator<SessionRow[]> {
  return readBatches<SessionRow>(db, {
    columns: sql`id, session_id, channel, started_utc, ended_utc`,
    rows: (position) => sql`
      select * from (select * from chat_session where site_id = ${owner.siteId} and id in (${sessionIds(owner, sql`id`)})
        offset 0) s
      where ${position}`,
    at: 'started_utc',
    order: 'newest first',
    size: sql`octet_length(session_id) + 200`,
  });
}

export type MessageRow = One<'sessions'>['messages'][number] & { readonly owner_id: bigint };

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
export function readMessages(db: Db, siteId: bigint, session: SessionRow): AsyncGenerator<MessageRow[]> {
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
export function readFeedback(db: Db, owner: Owner): AsyncGenerator<One<'feedback'>[]> {
  const { siteId, ticketIds } = owner;
  return readBatches<One<'feedback'>>(db, {
    columns: sql`id, rating, comment, session_id, ticket_id, created_utc`,
    rows: (position) => sql`
      select * from (select * from feedback where site_id = ${siteId} and id in (
        select id from feedback where site_id = ${siteId} and visitor_key in (${visitorKeys(owner)})
        union select id from feedback where site_id = ${siteId} and ticket_id in (${ticketIds})
        union select id from feedback where site_id = ${siteId}
          and session_id in (${sessionIds(owner, sql`session_id`)})) offset 0) f
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0) + 100`,
  });
}

function isVisitorOf({ siteId, person }: Owner): Statement {
  return sql`site_id = ${siteId} and (customer_identity_id = ${person.identityId}::bigint
    or email_key = any(${person.emailKeys}::text[])
    or (phone_key = any(${person.phoneKeys}::text[]) and email_key is null and customer_identity_id is null))`;
}

export type VisitorRow = Omit<One<'visitors'>, 'events'> & { readonly id: bigint };

/** Those seen first last come first. */
export function readVisitors(db: Db, owner: Owner): AsyncGenerator<VisitorRow[]> {
  return readBatches<VisitorRow>(db, {
    columns: sql`id, visitor_key, email, phone, display_name, attributes, first_seen_utc, last_seen_utc`,
    rows: (position) => sql`
      select * from (select * from visitor where ${isVisitorOf(owner)} offset 0) v where ${position}`,
    at: 'first_seen_utc',
    order: 'newest first',
    size: sql`pg_column_size(attributes) * 4 + 500`,
  });
}

export type EventRow = One<'visitors'>['events'][number] & { readonly owner_id: bigint };

export async function weighEvents(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(pg_column_size(properties) * 4 + 200), 0)::float8 as bytes from (
      select properties from visitor_event where site_id = ${siteId} and visitor_id = any(${ids}::bigint[])
      limit ${WEIGHED_ROWS}) e`);
  return row?.bytes ?? 0;
}

/** Newest first. */
export async function findEvents(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select visitor_id as owner_id, event, properties, occurred_utc from visitor_event
    where site_id = ${siteId} and visitor_id = any(${ids}::bigint[]) order by occurred_utc desc, id desc`);
}

/** Newest first. */
export function readEvents(db: Db, siteId: bigint, { id }: VisitorRow): AsyncGenerator<EventRow[]> {
  return readBatches<EventRow>(db, {
    columns: sql`visitor_id as owner_id, event, properties, occurred_utc`,
    rows: (position) => sql`
      select * from visitor_event where site_id = ${siteId} and visitor_id = ${id} and ${position}`,
    at: 'occurred_utc',
    order: 'newest first',
    size: sql`pg_column_size(properties) * 4`,
  });
}

/** Newest first. */
export function readLinks(db: Db, { siteId, person }: Owner): AsyncGenerator<One<'links'>[]> {
  return readBatches<One<'links'>>(db, {
    columns: sql`id, requester_email, use_count, created_utc, expires_utc, last_used_utc, revoked_utc`,
    rows: (position) => sql`
      select * from (select * from portal_token where site_id = ${siteId}
        and email_key = any(${person.emailKeys}::text[]) offset 0) l
      where ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`octet_length(requester_email) + 200`,
  });
}
