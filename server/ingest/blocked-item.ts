import { hasBlockedCustomers, isOfBlockedCustomer, type CustomerSigns } from '#server/customers/blocked-customers.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { customersOfSession } from '#server/conversations/sessions.ts';
import { customerOfVisitor } from '#server/visitors/visitors.ts';
import { customerOfTicket } from '#server/tickets/known-ticket.ts';

/** The values of an item that can identify a customer. */
export interface ItemIdentifiers {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly handle?: CustomerSigns['handle'];
  readonly ticketId?: bigint | null | undefined;
  readonly sessionId?: string | null | undefined;
  readonly visitorKey?: string | null | undefined;
}

/** Whether any value of an item identifies a blocked customer. */
export async function isBlockedItem(db: Db, site: Site, identifiers: ItemIdentifiers): Promise<boolean> {
  if (!(await hasBlockedCustomers(db, site))) return false;
  const { email = null, phone = null, handle = null, ticketId, sessionId, visitorKey } = identifiers;
  const named = [
    ...(isGiven(ticketId) ? [await customerOfTicket(db, site, ticketId)] : []),
    ...(isGiven(visitorKey) ? [await customerOfVisitor(db, site, visitorKey)] : []),
    ...(isGiven(sessionId) ? await customersOfSession(db, site, sessionId) : []),
  ];
  const identityIds = named.filter((id) => id !== null);
  return isOfBlockedCustomer(db, site, { email, phone, handle, identityIds });
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}
