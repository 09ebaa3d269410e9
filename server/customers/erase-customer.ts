import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteHandlesOf, deleteIdentity, lowerTicketCounts } from './erase-customer.sql.ts';
import { emailKey } from './contact-keys.ts';
import { findIdentityByKeys } from './identities.sql.ts';

/** The customer record of an address, if there is one. */
export async function findCustomerOfEmail(db: Db, site: SiteRef, email: string): Promise<bigint | null> {
  const keys = { identityId: null, emailKey: emailKey(email), phoneKey: null };
  return (await findIdentityByKeys(db, site.id, keys)) ?? null;
}

/**
 * Takes a customer record away with its handles and what came and went by them. Of other customers whose tickets went
 * with the person's, the count is lowered. To be called inside a transaction, after the tickets are gone.
 */
export async function eraseCustomer(
  db: Db,
  site: SiteRef,
  {
    identityId,
    ticketsGone,
  }: { readonly identityId: bigint | null; readonly ticketsGone: ReadonlyMap<bigint, number> },
): Promise<{ readonly identities: number; readonly handles: number; readonly messages: number }> {
  await lowerTicketCounts(db, site.id, ticketsGone);
  if (identityId === null) return { identities: 0, handles: 0, messages: 0 };
  const gone = await deleteHandlesOf(db, site.id, identityId);
  const identities = await deleteIdentity(db, site.id, identityId);
  return { identities, ...gone };
}
