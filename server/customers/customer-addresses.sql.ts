import { sql, type Db } from '#server/db/db.ts';

/** The addresses of a customer in lower case: their own, those of whom was merged into them, and those of their handles. */
export async function findAddresses(db: Db, siteId: bigint, identityId: bigint): Promise<string[]> {
  const rows = await db.query<{ address: string }>(sql`
    select c.email_key as address from customer_identity c
    where c.site_id = ${siteId} and c.id = ${identityId} and c.email_key is not null
    union
    select a.key from customer_alias a
    where a.site_id = ${siteId} and a.identity_id = ${identityId} and a.kind = 'email'
    union
    select lower(b.external_user_id) from channel_binding b
    where b.site_id = ${siteId} and b.identity_id = ${identityId} and b.channel = 'email'`);
  return rows.map(({ address }) => address);
}
