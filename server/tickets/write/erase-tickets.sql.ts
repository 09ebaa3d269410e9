import { sql, type Db } from '#server/db/db.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In their matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

interface FoundTicket {
  readonly id: bigint;
  readonly customer_identity_id: bigint | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly comments: number;
}

/** In the order in which everybody takes tickets, and locked. */
export async function findTicketsOf(db: Db, siteId: bigint, person: KnownPerson): Promise<FoundTicket[]> {
  return db.query<FoundTicket>(sql`
    select t.id, t.customer_identity_id, lower(t.requester_email) as email, t.requester_phone as phone,
      t.requester_phone_key as phone_key,
      (select count(*)::integer from ticket_comment c where c.site_id = ${siteId} and c.ticket_id = t.id) as comments
    from ticket t
    where t.site_id = ${siteId}
      and (lower(t.requester_email) = any(${person.emailKeys}::text[]) or t.customer_identity_id = ${person.identityId}::bigint
        or (t.requester_phone_key = any(${person.phoneKeys}::text[]) and t.requester_email is null
          and t.customer_identity_id is null))
    order by t.id for update of t`);
}

/** Rows of what tickets were before; they name their ticket without pointing at it. */
export async function deleteUndoOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_undo where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) returning 1 as one`);
  return rows.length;
}

/** Comments, activity, ratings and messages go with their ticket. */
export async function deleteTicketsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<void> {
  await db.query(sql`delete from ticket where site_id = ${siteId} and id = any(${ticketIds}::bigint[])`);
}
