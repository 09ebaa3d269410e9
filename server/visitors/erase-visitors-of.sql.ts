import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In their matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

export interface FoundVisitor {
  readonly id: bigint;
  readonly visitor_key: string;
  readonly display_name: string | null;
}

/** A phone alone names a visitor only where no address and no customer does. */
function ofPerson(siteId: bigint, { identityId, emailKeys, phoneKeys }: KnownPerson): Statement {
  return sql`v.site_id = ${siteId}
    and (v.email_key = any(${emailKeys}::text[]) or v.customer_identity_id = ${identityId}::bigint
      or (v.phone_key = any(${phoneKeys}::text[]) and v.email_key is null and v.customer_identity_id is null))`;
}

/** Held until the transaction ends. */
export async function lockVisitorsOf(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
  limit: number,
): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v where ${ofPerson(siteId, person)}
    order by v.id limit ${limit} for update`);
}

/** By id, from behind `after` on. */
export async function findVisitorPage(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v
    where ${ofPerson(siteId, person)} and v.id > ${after} order by v.id limit ${limit}`);
}

export async function deleteEventsOf(db: Db, siteId: bigint, visitorId: bigint, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from visitor_event where site_id = ${siteId} and id = any(array(
      select e.id from visitor_event e where e.site_id = ${siteId} and e.visitor_id = ${visitorId} limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

export async function countEventsOf(db: Db, siteId: bigint, visitorIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from visitor_event
    where site_id = ${siteId} and visitor_id = any(${visitorIds}::bigint[])`);
  return row?.total ?? 0;
}
