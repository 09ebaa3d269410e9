import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { readBatches } from '#server/db/batches.ts';
import { WEIGHED_ROWS } from '#server/operation/attach-lists.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

export interface FoundVisitor {
  readonly id: bigint;
  readonly visitor_key: string;
  readonly display_name: string | null;
}

/** A phone only matches visitors without an email and without a customer. */
function ofPerson(siteId: bigint, { identityId, emailKeys, phoneKeys }: KnownPerson): Statement {
  return sql`v.site_id = ${siteId}
    and (v.email_key = any(${emailKeys}::text[]) or v.customer_identity_id = ${identityId}::bigint
      or (v.phone_key = any(${phoneKeys}::text[]) and v.email_key is null and v.customer_identity_id is null))`;
}

/** Locked until the transaction ends. */
export async function lockVisitorsOf(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
  limit: number,
): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v where ${ofPerson(siteId, person)}
    order by v.id limit ${limit} for update`);
}

/** A page in id order, after the id `after`. */
export async function findVisitorPage(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v
    where ${ofPerson(siteId, person)} and v.id > ${after} order by v.id limit ${limit}`);
}

export async function deleteEventsOf(db: Db, siteId: bigint, visitorId: bigint, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from visitor_event where site_id = ${siteId} and id = any(array(
      select e.id from visitor_event e where e.site_id = ${siteId} and e.visitor_id = ${visitorId} limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function countEventsOf(db: Db, siteId: bigint, visitorIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from visitor_event
    where site_id = ${siteId} and visitor_id = any(${visitorIds}::bigint[])`);
  return row?.total ?? 0;
}

export type ExportedVisitor = Reply<typeof exportCustomer>['visitors'][number];
export type VisitorRow = Omit<ExportedVisitor, 'events'> & { readonly id: bigint };

/** By first visit, newest first. */
export function readVisitorsOfPerson(db: Db, siteId: bigint, person: KnownPerson): AsyncGenerator<VisitorRow[]> {
  return readBatches<VisitorRow>(db, {
    columns: sql`id, visitor_key, email, phone, display_name, attributes, first_seen_utc, last_seen_utc`,
    rows: (position) => sql`
      select * from (select * from visitor v where ${ofPerson(siteId, person)} offset 0) v where ${position}`,
    at: 'first_seen_utc',
    order: 'newest first',
    size: sql`pg_column_size(attributes) * 4 + 500`,
  });
}

export type EventRow = ExportedVisitor['events'][number] & { readonly owner_id: bigint };

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

/** A `select` of the keys of a person's visitors. */
export function visitorKeysOfPerson(siteId: bigint, person: KnownPerson): Statement {
  return sql`select v.visitor_key from visitor v where ${ofPerson(siteId, person)}`;
}
