import type { CustomerIdentity } from '#contract/customers.ts';
import type { TicketStatus } from '#contract/tickets.ts';

/** The inbox with the tickets of one customer. @param hasFilters without them the address finds nearly the same */
export function inboxSearch(
  { id, email, phone }: Pick<CustomerIdentity, 'id' | 'email' | 'phone'>,
  hasFilters: boolean,
  status: TicketStatus | 'all',
) {
  const who = hasFilters ? { customer_identity_id: id.toString() } : { q: email ?? phone ?? '' };
  return { ...who, status: status === 'open' ? undefined : status };
}
