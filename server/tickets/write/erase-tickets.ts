import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteTicketsOf, deleteUndoOf, findTicketsOf, type KnownPerson } from './erase-tickets.sql.ts';

export interface ErasedTickets {
  readonly tickets: number;
  readonly comments: number;
  readonly undo_rows: number;
  /** Tickets by the customer that they were counted for. */
  readonly byIdentity: ReadonlyMap<bigint, number>;
  /** Addresses that stood on them, in their matched form. */
  readonly emails: readonly string[];
  /** Phones of the person that stood on them, as they were written. */
  readonly phones: readonly string[];
}

/**
 * Takes the tickets of a person away: those of their addresses, of their customer record, and of their phone where it alone stands on
 * them, each with its thread, activity, rating, search text and what an undo would put back. To be called inside a transaction.
 * @param beforeTheyGo What other families have that points at them, while it still does.
 */
export async function eraseTickets(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
  beforeTheyGo: (ticketIds: readonly bigint[]) => Promise<void>,
): Promise<ErasedTickets> {
  const found = await findTicketsOf(db, site.id, person);
  const ids = found.map(({ id }) => id);
  await beforeTheyGo(ids);
  const undo_rows = await deleteUndoOf(db, site.id, ids);
  await deleteTicketsOf(db, site.id, ids);
  const byIdentity = new Map<bigint, number>();
  for (const { customer_identity_id: id } of found) if (id !== null) byIdentity.set(id, (byIdentity.get(id) ?? 0) + 1);
  const emails = [...new Set(found.flatMap(({ email }) => (email === null ? [] : [email])))];
  const phones = found.flatMap(({ phone, phone_key: key }) =>
    phone !== null && key !== null && person.phoneKeys.includes(key) ? [phone] : [],
  );
  return {
    emails,
    phones: [...new Set(phones)],
    tickets: ids.length,
    comments: found.reduce((sum, { comments }) => sum + comments, 0),
    undo_rows,
    byIdentity,
  };
}
