import type { CustomerIdentity } from '#contract/customers.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

const COLUMNS = sql`c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc`;

interface ContactRow {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly phone: string | null;
  readonly phoneKey: string | null;
  readonly displayName: string | null;
  readonly now: Date;
}

/** One ticket more for the customer of this email, who is made where absent. */
export async function countTicketOfEmail(db: Db, siteId: bigint, row: ContactRow): Promise<bigint> {
  const at = row.now.toISOString();
  const [identity] = await db.query<{ id: bigint }>(sql`
    insert into customer_identity as c (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count,
      first_seen_utc, last_seen_utc)
    values (${siteId}, next_id(${siteId}), ${row.email}, ${row.emailKey}, ${row.phone}, ${row.phoneKey},
      ${row.displayName}, 1, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (site_id, email_key) where email_key is not null do update set
      ticket_count = c.ticket_count + 1,
      phone = coalesce(c.phone, excluded.phone),
      phone_key = case when c.phone is null then excluded.phone_key else c.phone_key end,
      display_name = coalesce(c.display_name, excluded.display_name),
      first_seen_utc = least(c.first_seen_utc, excluded.first_seen_utc),
      last_seen_utc = greatest(c.last_seen_utc, excluded.last_seen_utc)
    returning c.id`);
  if (identity === undefined) throw new Error('the customer was not answered');
  return identity.id;
}

export interface IdentityKeys {
  readonly identityId: bigint | null;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
}

/** The customer that the first key that finds one names: by id, then by email, then by phone (the oldest of them). */
export async function findIdentityByKeys(db: Db, siteId: bigint, keys: IdentityKeys): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select coalesce(
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.id = ${keys.identityId}::bigint),
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.email_key = ${keys.emailKey}::text),
      (select c.id from customer_identity c where c.site_id = ${siteId} and c.phone_key = ${keys.phoneKey}::text
        order by c.id limit 1)
    ) as id`);
  return row?.id ?? undefined;
}

/** Makes two at once with one new phone wait for each other: phones are not unique, so no index can do it. */
export async function lockPhone(db: Db, siteId: bigint, phoneKey: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${siteId} ${phoneKey}`}::text, 0))`);
}

/** Makes a customer without tickets; one that another call made in the meantime by the same email is answered instead. */
export async function insertIdentity(
  db: Db,
  siteId: bigint,
  row: ContactRow,
): Promise<{ id: bigint; is_new: boolean }> {
  const at = row.now.toISOString();
  const [identity] = await db.query<{ id: bigint; is_new: boolean }>(sql`
    insert into customer_identity as c (site_id, id, email, email_key, phone, phone_key, display_name, first_seen_utc,
      last_seen_utc)
    values (${siteId}, next_id(${siteId}), ${row.email}, ${row.emailKey}, ${row.phone}, ${row.phoneKey},
      ${row.displayName}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (site_id, email_key) where email_key is not null do update set email_key = excluded.email_key
    returning c.id, c.xmax = 0 as is_new`);
  if (identity === undefined) throw new Error('the customer was not answered');
  return identity;
}

export type IdentityOrder = 'tickets' | 'recent' | 'name';

const ORDERS: Readonly<Record<IdentityOrder, Statement>> = {
  tickets: sql`c.ticket_count desc, c.id`,
  recent: sql`c.last_seen_utc desc, c.id`,
  name: sql`lower(c.display_name) nulls last, c.id`,
};

export async function findIdentities(
  db: Db,
  siteId: bigint,
  page: { readonly order: IdentityOrder; readonly limit: number; readonly skip: number },
): Promise<CustomerIdentity[]> {
  return db.query<CustomerIdentity>(sql`
    select ${COLUMNS} from customer_identity c where c.site_id = ${siteId}
    order by ${ORDERS[page.order]} limit ${page.limit} offset ${page.skip}`);
}

type Keyed = CustomerIdentity & { readonly name_key: string | null };

/** All customers in order, in batches that each begin behind the last row of the one before. */
export async function* streamIdentities(
  db: Db,
  siteId: bigint,
  { order, batch }: { readonly order: IdentityOrder; readonly batch: number },
): AsyncGenerator<CustomerIdentity[]> {
  let after: Statement = sql`true`;
  for (;;) {
    const rows: Keyed[] = await db.query(sql`
      select ${COLUMNS}, lower(c.display_name) as name_key from customer_identity c
      where c.site_id = ${siteId} and ${after} order by ${ORDERS[order]} limit ${batch}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batch) return;
    after = behind(order, last);
  }
}

function behind(order: IdentityOrder, last: Keyed): Statement {
  const next = sql`c.id > ${last.id}`;
  if (order === 'tickets') {
    const count = sql`${last.ticket_count}::integer`;
    return sql`(c.ticket_count < ${count} or (c.ticket_count = ${count} and ${next}))`;
  }
  if (order === 'recent') {
    const seen = sql`${last.last_seen_utc}::timestamptz`;
    return sql`(c.last_seen_utc < ${seen} or (c.last_seen_utc = ${seen} and ${next}))`;
  }
  if (last.name_key === null) return sql`(c.display_name is null and ${next})`;
  const name = sql`${last.name_key}::text`;
  return sql`(lower(c.display_name) > ${name} or (lower(c.display_name) = ${name} and ${next}) or c.display_name is null)`;
}
