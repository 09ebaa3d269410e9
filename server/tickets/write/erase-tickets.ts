import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteTicketsOf, deleteUndoOf, findTicketsOf } from './erase-tickets.sql.ts';

export interface ErasedTickets {
  readonly tickets: number;
  readonly comments: number;
  readonly undo_rows: number;
  /** Tickets by the customer that they were counted for. */
  readonly byIdentity: ReadonlyMap<bigint, number>;
  /** Addresses that stood on them, in their matched form. */
  readonly emails: readonly string[];
}

/**
 * Takes the tickets of a person away: those of their address and those of their customer record, each with its thread,
 * activity, rating, search text and what an undo would put back. To be called inside a transaction.
 * @param beforeTheyGo What other families have that points at them, while it still does.
 */
export async function eraseTickets(
  db: Db,
  site: SiteRef,
  person: { readonly emailKey: string; readonly identityId: bigint | null },
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
  return {
    emails,
    tickets: ids.length,
    comments: found.reduce((sum, { comments }) => sum + comments, 0),
    undo_rows,
    byIdentity,
  };
}
