import { changedCustomerDeltas } from './customer-counters.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { ContactRow } from './identities.sql.ts';

export interface LockedCustomer {
  readonly email: string | null;
  readonly phone: string | null;
  readonly display_name: string | null;
  readonly blocked_utc: string | null;
  readonly version: number;
}

/** Held until the transaction ends. */
export async function lockCustomer(db: Db, siteId: bigint, id: bigint): Promise<LockedCustomer | undefined> {
  const [row] = await db.query<LockedCustomer>(sql`
    select c.email, c.phone, c.display_name, c.blocked_utc, c.version from customer_identity c
    where c.site_id = ${siteId} and c.id = ${id} for update`);
  return row;
}

/** Increments the version of a locked customer. Fails with 23505 where the email was taken meanwhile. */
export async function updateCustomerRow(
  db: Db,
  siteId: bigint,
  id: bigint,
  row: Omit<ContactRow, 'now'> & { readonly blockedUtc: string | null },
): Promise<void> {
  await db.query(sql`
    with before as (
      select * from customer_identity where site_id = ${siteId} and id = ${id}
    ), after as (
      update customer_identity set email = ${row.email}, email_key = ${row.emailKey}, phone = ${row.phone},
        phone_key = ${row.phoneKey}, display_name = ${row.displayName}, blocked_utc = ${row.blockedUtc}::timestamptz,
        version = version + 1
      where site_id = ${siteId} and id = ${id} returning *
    )
    ${changedCustomerDeltas(siteId, sql`before`, sql`after`)}`);
}
