import { sql, type Db } from '#server/db/db.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In their matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

/** A phone alone names a visitor only where no address and no customer does. */
export async function findVisitorsOf(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
): Promise<{ readonly id: bigint; readonly visitor_key: string }[]> {
  return db.query<{ id: bigint; visitor_key: string }>(sql`
    select id, visitor_key from visitor where site_id = ${siteId}
      and (email_key = any(${person.emailKeys}::text[]) or customer_identity_id = ${person.identityId}::bigint
        or (phone_key = any(${person.phoneKeys}::text[]) and email_key is null and customer_identity_id is null))
    order by id for update`);
}
