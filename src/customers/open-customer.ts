import type { QueryClient } from '@tanstack/react-query';
import { isPhone, withLostPlus } from '#contract/contact-keys.ts';
import { getCustomer, type Customer, type CustomerIdentity } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import type { TicketStatus } from '#contract/tickets.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';

/** The customer of the page, and where the query cache has the answer. */
export interface OpenCustomer {
  readonly customer: Customer;
  readonly queryKey: readonly unknown[];
  readonly name: string;
  /** The service has our extensions: look-up by id, notes, timeline, merging, filters. */
  readonly hasTools: boolean;
}

/** Identifies a customer for a service without `identity_tools`, which has no lookup by id. */
export interface CustomerAddress {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** One customer, by id with `identity_tools`, else by the address's email or phone; null without either. */
export function customerOptions(
  id: bigint | null,
  { hasTools, email, phone }: CustomerAddress & { readonly hasTools: boolean },
) {
  if (id === null) return null;
  const address = email !== undefined ? { email } : phone !== undefined ? { phone } : null;
  if (hasTools) return oneCustomerOptions(id);
  return address === null ? null : readCustomer(address);
}

/** A customer by id. One that was merged answers as the survivor. */
export function oneCustomerOptions(id: bigint) {
  return readCustomer({ identity_id: id });
}

function readCustomer(query: CallQuery<typeof getCustomer>) {
  return { ...read(getCustomer, query), staleTime: 15_000, refetchInterval: 60_000 };
}

/** The email or phone of a deep link, and the customer who has it; null where none does, or the lookup failed. */
export async function findContact(
  client: QueryClient,
  kind: string,
  text: string,
): Promise<{ readonly contact: string; readonly customer: CustomerIdentity | null }> {
  const isOfPhone = kind === 'phone';
  const contact = isOfPhone ? withLostPlus(text).trim() : text.trim();
  if (!(isOfPhone ? isPhone(contact) : isEmail(contact))) return { contact, customer: null };
  const found = await client
    .fetchQuery(readCustomer(isOfPhone ? { phone: contact } : { email: contact }))
    .catch(() => null);
  return { contact, customer: found?.identity ?? null };
}

/** The inbox with the tickets of one customer. @param hasTools without them, a search for the email or phone comes close */
export function inboxSearch(
  { id, email, phone }: Pick<CustomerIdentity, 'id' | 'email' | 'phone'>,
  hasTools: boolean,
  status: TicketStatus | 'all',
) {
  const who = hasTools ? { customer_identity_id: id.toString() } : { q: email ?? phone ?? '' };
  return { ...who, status: status === 'open' ? undefined : status };
}
