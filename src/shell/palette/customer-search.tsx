import { isPhone } from '#contract/contact-keys.ts';
import { getCustomer, listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { messages } from './customer-messages.ts';

const MAX_CUSTOMERS = 5;

/**
 * Customers by name, email, phone in any writing, and handle.
 * @param hasTools whether the service has `identity_tools`: the others know a whole email or phone alone
 */
export async function findCustomers(text: string, hasTools: boolean, signal: AbortSignal): Promise<readonly Command[]> {
  if (hasTools) {
    const query = { q: [...text].slice(0, 200).join(''), limit: MAX_CUSTOMERS };
    const { items } = await call(listCustomerIdentities, { query, signal });
    return items.map((customer) => commandOf(customer, text, customerAddress(customer.id)));
  }
  const query = isEmail(text) ? { email: text } : isPhone(text) ? { phone: text } : null;
  if (query === null) return [];
  try {
    const { identity } = await call(getCustomer, { query, signal });
    return [commandOf(identity, text, customerAddress(identity.id, query))];
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return [];
    throw error;
  }
}

/** The page of a customer. @param contact by which a service without `identity_tools` finds them */
export function customerAddress(id: bigint, contact: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(contact).toString();
  return `/customers/${id}${query === '' ? '' : `?${query}`}`;
}

function commandOf(customer: CustomerIdentity, text: string, href: string): Command {
  const { id, email, phone, display_name: display, ticket_count: tickets } = customer;
  const name = display ?? email ?? phone ?? messages.identity(id.toString());
  const contact = [email, phone].find((part) => part !== null && part !== name);
  return {
    id: `customer-${id}`,
    group: 'customers',
    label: name,
    note: [contact, messages.tickets(tickets)].filter(Boolean).join(' · '),
    // However it was found, it fits what was typed.
    keywords: [email, phone, text].filter(Boolean).join(' '),
    glyph: <Avatar name={name} />,
    href,
  };
}
