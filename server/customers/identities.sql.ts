import { sql, type Db, type Statement } from '#server/db/db.ts';
import { customerRowDeltas } from './customer-counters.ts';
import { aliasTarget } from './aliases.sql.ts';

export interface ContactRow {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly phone: string | null;
  readonly phoneKey: string | null;
  readonly displayName: string | null;
  readonly now: Date;
}

export interface CountedCustomer {
  readonly id: bigint;
  readonly email_key: string;
  readonly is_new: boolean;
}

/**
 * Adds one ticket per row to the customer of its email. Creates missing customers with the name and phone of their first
 * row; existing customers keep theirs.
 */
export async function countTicketsOfEmails(
  db: Db,
  siteId: bigint,
  rows: readonly ContactRow[],
): Promise<CountedCustomer[]> {
  const first = await db.takeIds(siteId, rows.length);
  return db.query<CountedCustomer>(sql`
    with stored as (
    insert into customer_identity as c (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count,
      first_seen_utc, last_seen_utc)
    select ${siteId}, ${first}::bigint + p.position - 1, p.email, p.email_key, p.phone, p.phone_key, p.display_name, p.tickets, p.first, p.last
    from (
      select *, row_number() over w as place, count(*) over w_all as tickets, min(at) over w_all as first, max(at) over w_all as last
      from unnest(${rows.map(({ email }) => email)}::text[], ${rows.map(({ emailKey }) => emailKey)}::text[],
        ${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ phoneKey }) => phoneKey)}::text[],
        ${rows.map(({ displayName }) => displayName)}::text[], ${rows.map(({ now }) => now)}::timestamptz[])
        with ordinality as u (email, email_key, phone, phone_key, display_name, at, position)
      window w_all as (partition by email_key), w as (partition by email_key order by position)
    ) p where p.place = 1 order by p.position
    on conflict (site_id, email_key) where email_key is not null do update set
      ticket_count = c.ticket_count + excluded.ticket_count,
      first_seen_utc = least(c.first_seen_utc, excluded.first_seen_utc),
      last_seen_utc = greatest(c.last_seen_utc, excluded.last_seen_utc)
    returning c.*, c.xmax = 0 as is_new
    ), counted as (${countNew(siteId)})
    select id, email_key, is_new from stored`);
}

/** The counter deltas for new customers in the CTE `stored`. */
function countNew(siteId: bigint): Statement {
  return sql`insert into counter (site_id, name, key, n)
    select ${siteId}, d.* from (${customerRowDeltas(sql`(select * from stored where is_new)`, 1)}) d`;
}

/** Adds one ticket to a customer found by an alias. False if the customer no longer exists. */
export async function countTicketOf(db: Db, siteId: bigint, id: bigint, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const rows = await db.query(sql`
    update customer_identity c set ticket_count = c.ticket_count + 1,
      first_seen_utc = least(c.first_seen_utc, ${at}::timestamptz),
      last_seen_utc = greatest(c.last_seen_utc, ${at}::timestamptz)
    where c.site_id = ${siteId} and c.id = ${id} returning 1 as one`);
  return rows.length > 0;
}

/** Deletes a customer that this transaction created and nothing references yet. */
export async function deleteNewIdentity(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`
    with gone as (delete from customer_identity where site_id = ${siteId} and id = ${id} returning *)
    insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`gone`, -1)}) d`);
}

export interface IdentityKeys {
  readonly identityId: bigint | null;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
}

/**
 * Finds a customer by id, else by email, else by phone (the oldest match). A key that no customer has any more leads to
 * the survivor of a merge.
 */
export async function findIdentityByKeys(db: Db, siteId: bigint, keys: IdentityKeys): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select coalesce(
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.id = ${keys.identityId}::bigint),
      ${aliasTarget(siteId, 'id', keys.identityId?.toString() ?? null)},
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.email_key = ${keys.emailKey}::text),
      ${aliasTarget(siteId, 'email', keys.emailKey)},
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.phone_key = ${keys.phoneKey}::text
        order by c.id limit 1),
      ${aliasTarget(siteId, 'phone', keys.phoneKey)}
    ) as id`);
  return row?.id ?? undefined;
}

/** Serializes writers of one phone: phones are not unique, so no index prevents two new customers with the same one. */
export async function lockPhone(db: Db, siteId: bigint, phoneKey: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${siteId} ${phoneKey}`}::text, 0))`);
}

/** Creates a customer without tickets, or returns the one that a concurrent call created with the same email. */
export async function insertIdentity(
  db: Db,
  siteId: bigint,
  row: ContactRow,
): Promise<{ id: bigint; is_new: boolean }> {
  const at = row.now.toISOString();
  const id = await db.takeIds(siteId, 1);
  const [identity] = await db.query<{ id: bigint; is_new: boolean }>(sql`
    with stored as (
      insert into customer_identity as c (site_id, id, email, email_key, phone, phone_key, display_name, first_seen_utc,
        last_seen_utc)
      values (${siteId}, ${id}, ${row.email}, ${row.emailKey}, ${row.phone}, ${row.phoneKey},
        ${row.displayName}, ${at}::timestamptz, ${at}::timestamptz)
      on conflict (site_id, email_key) where email_key is not null do update set email_key = excluded.email_key
      returning c.*, c.xmax = 0 as is_new
    ), counted as (${countNew(siteId)})
    select id, is_new from stored`);
  if (identity === undefined) throw new Error('the insert returned no customer');
  return identity;
}
