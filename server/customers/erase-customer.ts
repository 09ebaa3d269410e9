import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import {
  countHandlesOf,
  countMessagesOf,
  deleteHandlesOf,
  deleteIdentity,
  deleteMessagesOf,
  deleteNotesOf,
  lowerTicketCounts,
  type MessageOwner,
} from './erase-customer.sql.ts';
import { findIdentityByKeys } from './identities.sql.ts';
import { emailKey } from '#contract/contact-keys.ts';

/** The customer record of an address, if there is one. */
export async function findCustomerOfEmail(db: Db, site: SiteRef, email: string): Promise<bigint | null> {
  const keys = { identityId: null, emailKey: emailKey(email), phoneKey: null };
  return (await findIdentityByKeys(db, site.id, keys)) ?? null;
}

/** Takes away what came and went by a person's handles, while these are there. Answers how many messages. */
export async function eraseMessages(db: Db, site: SiteRef, owner: MessageOwner, budget: RowBudget): Promise<number> {
  const erased = await deleteMessagesOf(db, site.id, owner, budget.left);
  budget.take(erased);
  return erased;
}

/** Lowers the counts of customers whose tickets went with a person's. */
export async function uncountTickets(
  db: Db,
  site: SiteRef,
  tickets: readonly { readonly customer_identity_id: bigint | null }[],
): Promise<void> {
  const gone = new Map<bigint, number>();
  for (const { customer_identity_id: id } of tickets) if (id !== null) gone.set(id, (gone.get(id) ?? 0) + 1);
  if (gone.size > 0) await lowerTicketCounts(db, site.id, gone);
}

/**
 * Takes a customer record away with its notes and handles; where the budget ends before, the record stays for the next
 * step. To be called inside a transaction, after everything that points at it.
 */
export async function eraseCustomer(
  db: Db,
  site: SiteRef,
  identityId: bigint,
  budget: RowBudget,
): Promise<{ readonly identities: number; readonly handles: number }> {
  budget.take(await deleteNotesOf(db, site.id, identityId, budget.left));
  if (budget.isSpent) return { identities: 0, handles: 0 };
  const handles = await deleteHandlesOf(db, site.id, identityId, budget.left);
  budget.take(handles);
  if (budget.isSpent) return { identities: 0, handles };
  return { identities: await deleteIdentity(db, site.id, identityId), handles };
}

/** Counts what `eraseMessages` and `eraseCustomer` would delete; changes nothing. */
export async function countCustomerParts(
  db: Db,
  site: SiteRef,
  owner: MessageOwner,
): Promise<{ readonly identities: number; readonly handles: number; readonly messages: number }> {
  const { identityId } = owner;
  const messages = await countMessagesOf(db, site.id, owner);
  if (identityId === null) return { identities: 0, handles: 0, messages };
  return { identities: 1, handles: await countHandlesOf(db, site.id, identityId), messages };
}
