import { changedCustomerDeltas, customerRowDeltas } from '#server/customers/customer-counters.ts';
import { sql, type Db } from '#server/db/db.ts';

/** A stored customer, with its match keys. */
export interface CustomerRow {
  readonly id: bigint;
  readonly email: string | null;
  readonly email_key: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly display_name: string | null;
  readonly ticket_count: number;
  readonly first_seen_utc: string;
  readonly last_seen_utc: string;
  readonly blocked_utc: string | null;
  readonly version: number;
}

const COLUMNS = sql`c.id, c.email, c.email_key, c.phone, c.phone_key, c.display_name, c.ticket_count, c.first_seen_utc,
  c.last_seen_utc, c.blocked_utc, c.version`;

export async function findCustomerRows(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<CustomerRow[]> {
  return db.query<CustomerRow>(sql`
    select ${COLUMNS} from customer_identity c where c.site_id = ${siteId} and c.id = any(${ids}::bigint[]) order by c.id`);
}

/** Locks the rows until the transaction ends, in id order to avoid deadlocks. */
export async function lockCustomerRows(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<CustomerRow[]> {
  return db.query<CustomerRow>(sql`
    select ${COLUMNS} from customer_identity c where c.site_id = ${siteId} and c.id = any(${ids}::bigint[])
    order by c.id for update`);
}

export async function insertCustomerRow(db: Db, siteId: bigint, row: CustomerRow): Promise<void> {
  await db.query(sql`
    with made as (
      insert into customer_identity (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count,
        first_seen_utc, last_seen_utc, blocked_utc, version)
      values (${siteId}, ${row.id}, ${row.email}, ${row.email_key}, ${row.phone}, ${row.phone_key}, ${row.display_name},
        ${row.ticket_count}, ${row.first_seen_utc}::timestamptz, ${row.last_seen_utc}::timestamptz,
        ${row.blocked_utc}::timestamptz, ${row.version})
      returning *
    )
    insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`made`, 1)}) d`);
}

/** Stores every field of a locked customer and recounts its tickets; returns the row. */
export async function updateCustomerRow(db: Db, siteId: bigint, row: CustomerRow): Promise<CustomerRow> {
  const [stored] = await db.query<CustomerRow>(sql`
    with before as (
      select * from customer_identity where site_id = ${siteId} and id = ${row.id}
    ), after as (
    update customer_identity c set email = ${row.email}, email_key = ${row.email_key}, phone = ${row.phone},
      phone_key = ${row.phone_key}, display_name = ${row.display_name}, first_seen_utc = ${row.first_seen_utc}::timestamptz,
      last_seen_utc = ${row.last_seen_utc}::timestamptz, blocked_utc = ${row.blocked_utc}::timestamptz,
      version = c.version + 1, ticket_count = (
        select count(*)::integer from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id)
    where c.site_id = ${siteId} and c.id = ${row.id} returning *
    ), counted as (${changedCustomerDeltas(siteId, sql`before`, sql`after`)})
    select ${COLUMNS} from after c`);
  if (stored === undefined) throw new Error('a locked customer row is gone');
  return stored;
}

export async function deleteCustomerRow(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`
    with gone as (delete from customer_identity where site_id = ${siteId} and id = ${id} returning *)
    insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`gone`, -1)}) d`);
}

export async function findEmailOwner(db: Db, siteId: bigint, emailKey: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select id from customer_identity where site_id = ${siteId} and email_key = ${emailKey}`);
  return row?.id;
}

/** Recounts the tickets of customers. Returns the rows in the order of `ids`. */
export async function recountTickets(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<CustomerRow[]> {
  const rows = await db.query<CustomerRow>(sql`
    update customer_identity c set ticket_count = (
      select count(*)::integer from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id)
    where c.site_id = ${siteId} and c.id = any(${ids}::bigint[]) returning ${COLUMNS}`);
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}
