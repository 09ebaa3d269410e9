import { sql, type Db } from '#server/db/db.ts';

/** Who has one of these numbers: as the phone of the record, or bound on a channel of numbers. */
export async function findOwnersOfNumbers(db: Db, siteId: bigint, numbers: readonly string[]): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select c.id from customer_identity c where c.site_id = ${siteId} and c.phone_key = any(${numbers}::text[])
    union
    select b.identity_id from channel_binding b
    where b.site_id = ${siteId} and b.channel in ('whatsapp', 'sms') and b.external_user_id = any(${numbers}::text[])`);
  return rows.map(({ id }) => id);
}
