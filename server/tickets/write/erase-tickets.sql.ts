import { sql, type Db } from '#server/db/db.ts';

/** In the order in which everybody takes tickets, and locked. */
export async function findTicketsOf(
  db: Db,
  siteId: bigint,
  person: { readonly emailKey: string; readonly identityId: bigint | null },
): Promise<{ id: bigint; customer_identity_id: bigint | null; email: string | null; comments: number }[]> {
  return db.query(sql`
    select t.id, t.customer_identity_id, lower(t.requester_email) as email,
      (select count(*)::integer from ticket_comment c where c.site_id = ${siteId} and c.ticket_id = t.id) as comments
    from ticket t
    where t.site_id = ${siteId}
      and (lower(t.requester_email) = ${person.emailKey} or t.customer_identity_id = ${person.identityId}::bigint)
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
