import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Person } from '#server/customers/person/find-person.ts';

type Export = Reply<typeof exportCustomer>;
type One<Name extends keyof Export> = Export[Name] extends (infer Item)[] ? Item : never;

export async function findNotes(db: Db, siteId: bigint, id: bigint): Promise<One<'notes'>[]> {
  return db.query(sql`
    select id, body, author, created_utc from customer_note
    where site_id = ${siteId} and identity_id = ${id} order by created_utc desc, id desc`);
}

export async function findCsat(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<One<'csat'>[]> {
  return db.query(sql`
    select ticket_id, score, comment, created_utc from csat_response
    where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) order by created_utc desc, id desc`);
}

export interface SessionKeys {
  readonly identityId: bigint | null;
  readonly ticketIds: readonly bigint[];
  readonly visitorKeys: readonly string[];
}

type SessionRow = Omit<One<'sessions'>, 'messages'>;

export async function findSessions(db: Db, siteId: bigint, keys: SessionKeys): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select session_id, channel, started_utc, ended_utc from chat_session
    where site_id = ${siteId} and (customer_identity_id = ${keys.identityId}::bigint
      or ticket_id = any(${keys.ticketIds}::bigint[]) or visitor_key = any(${keys.visitorKeys}::text[]))
    order by started_utc desc, id desc`);
}

export type MessageRow = One<'sessions'>['messages'][number] & { readonly session_id: string };

export async function findMessages(db: Db, siteId: bigint, sessionIds: readonly string[]): Promise<MessageRow[]> {
  return db.query<MessageRow>(sql`
    select session_id, role, author_name, text, created_utc from chat_message
    where site_id = ${siteId} and session_id = any(${sessionIds}::text[]) order by created_utc, id`);
}

export async function findFeedback(
  db: Db,
  siteId: bigint,
  keys: Omit<SessionKeys, 'identityId'> & { readonly sessionIds: readonly string[] },
): Promise<One<'feedback'>[]> {
  return db.query(sql`
    select id, rating, comment, session_id, ticket_id, created_utc from feedback
    where site_id = ${siteId} and (visitor_key = any(${keys.visitorKeys}::text[])
      or ticket_id = any(${keys.ticketIds}::bigint[]) or session_id = any(${keys.sessionIds}::text[]))
    order by created_utc desc, id desc`);
}

type VisitorRow = Omit<One<'visitors'>, 'events'> & { readonly id: bigint };

export async function findVisitors(db: Db, siteId: bigint, person: Person): Promise<VisitorRow[]> {
  return db.query<VisitorRow>(sql`
    select id, visitor_key, email, phone, display_name, attributes, first_seen_utc, last_seen_utc from visitor
    where site_id = ${siteId} and (customer_identity_id = ${person.identityId}::bigint
      or email_key = any(${person.emailKeys}::text[])
      or (phone_key = any(${person.phoneKeys}::text[]) and email_key is null and customer_identity_id is null))
    order by first_seen_utc desc, id desc`);
}

export type EventRow = One<'visitors'>['events'][number] & { readonly visitor_id: bigint };

export async function findEvents(db: Db, siteId: bigint, visitorIds: readonly bigint[]): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select visitor_id, event, properties, occurred_utc from visitor_event
    where site_id = ${siteId} and visitor_id = any(${visitorIds}::bigint[]) order by occurred_utc desc, id desc`);
}

export async function findLinks(db: Db, siteId: bigint, emailKeys: readonly string[]): Promise<One<'links'>[]> {
  return db.query(sql`
    select id, requester_email, use_count, created_utc, expires_utc, last_used_utc, revoked_utc from portal_token
    where site_id = ${siteId} and email_key = any(${emailKeys}::text[]) order by created_utc desc, id desc`);
}
