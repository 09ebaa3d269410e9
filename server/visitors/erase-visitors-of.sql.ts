import { sql, type Db } from '#server/db/db.ts';

export async function findVisitorsOf(
  db: Db,
  siteId: bigint,
  person: { readonly emailKey: string; readonly identityId: bigint | null },
): Promise<{ readonly id: bigint; readonly visitor_key: string }[]> {
  return db.query<{ id: bigint; visitor_key: string }>(sql`
    select id, visitor_key from visitor where site_id = ${siteId}
      and (email_key = ${person.emailKey} or customer_identity_id = ${person.identityId}::bigint)
    order by id for update`);
}
