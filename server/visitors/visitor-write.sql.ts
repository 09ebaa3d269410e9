import type { PlainValues } from '#contract/visitors.ts';
import { json, sql, type Db } from '#server/db/db.ts';

export interface LockedVisitor {
  readonly id: bigint;
  readonly email: string | null;
  readonly phone: string | null;
  readonly display_name: string | null;
  readonly is_new: boolean;
}

interface Sighting {
  readonly visitorKey: string;
  readonly searchText: string;
  readonly at: string;
}

/** Creates the visitor if the key is new, and locks the row until the transaction ends. */
export async function upsertAndLockVisitor(
  db: Db,
  siteId: bigint,
  { visitorKey, searchText, at }: Sighting,
): Promise<LockedVisitor> {
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<LockedVisitor>(sql`
    insert into visitor as v (site_id, id, visitor_key, search_text, first_seen_utc, last_seen_utc)
    values (${siteId}, ${id}, ${visitorKey}, ${searchText}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (site_id, visitor_key) do update set visitor_key = v.visitor_key
    returning v.id, v.email, v.phone, v.display_name, v.xmax = 0 as is_new`);
  if (row === undefined) throw new Error('the upsert returned no visitor');
  return row;
}

export interface VisitorFields {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly phone: string | null;
  readonly phoneKey: string | null;
  readonly displayName: string | null;
  /** Undefined keeps the stored ones. */
  readonly attributes: PlainValues | undefined;
  readonly customerIdentityId: bigint | null;
  readonly searchText: string;
}

export async function updateVisitor(db: Db, siteId: bigint, id: bigint, row: VisitorFields): Promise<void> {
  const attributes = row.attributes === undefined ? null : json(row.attributes);
  await db.query(sql`
    update visitor set email = ${row.email}, email_key = ${row.emailKey}, phone = ${row.phone}, phone_key = ${row.phoneKey},
      display_name = ${row.displayName}, attributes = coalesce(${attributes}::text::jsonb, attributes),
      customer_identity_id = ${row.customerIdentityId}, search_text = ${row.searchText}
    where site_id = ${siteId} and id = ${id}`);
}

export interface NewEvent {
  readonly visitorId: bigint;
  readonly event: string;
  readonly properties: PlainValues;
  readonly occurredUtc: string;
}

/** Stores an event and moves the times at which the visitor was seen. Call while the visitor is locked, so that the count stays exact. */
export async function insertEvent(db: Db, siteId: bigint, row: NewEvent): Promise<bigint> {
  const id = await db.takeIds(siteId, 1);
  const [made] = await db.query<{ id: bigint }>(sql`
    with counted as (
      update visitor set event_count = event_count + 1,
        first_seen_utc = least(first_seen_utc, ${row.occurredUtc}::timestamptz),
        last_seen_utc = greatest(last_seen_utc, ${row.occurredUtc}::timestamptz)
      where site_id = ${siteId} and id = ${row.visitorId}
    )
    insert into visitor_event (site_id, id, visitor_id, event, properties, occurred_utc)
    values (${siteId}, ${id}, ${row.visitorId}, ${row.event}, ${json(row.properties)}::text::jsonb,
      ${row.occurredUtc})
    returning id`);
  if (made === undefined) throw new Error('the insert returned no event');
  return made.id;
}

export interface DeletedVisitor {
  readonly id: bigint;
  readonly event_count: number;
  readonly customer_identity_id: bigint | null;
  readonly email_key: string | null;
  readonly phone_key: string | null;
}

/** Deletes a visitor; its events cascade. Undefined if the key is unknown. */
export async function deleteVisitorRow(
  db: Db,
  siteId: bigint,
  visitorKey: string,
): Promise<DeletedVisitor | undefined> {
  const [row] = await db.query<DeletedVisitor>(sql`
    delete from visitor where site_id = ${siteId} and visitor_key = ${visitorKey}
    returning id, event_count, customer_identity_id, email_key, phone_key`);
  return row;
}
