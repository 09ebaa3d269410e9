import { sql, type Db } from '#server/db/db.ts';

export async function findVisitorKeysOf(
  db: Db,
  siteId: bigint,
  person: { readonly emailKey: string; readonly identityId: bigint | null },
): Promise<string[]> {
  const rows = await db.query<{ visitor_key: string }>(sql`
    select visitor_key from visitor where site_id = ${siteId}
      and (email_key = ${person.emailKey} or customer_identity_id = ${person.identityId}::bigint)
    order by id for update`);
  return rows.map(({ visitor_key: key }) => key);
}
