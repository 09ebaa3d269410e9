import type { CustomersSearch } from './search.ts';

interface Reachable {
  readonly email: string | null;
  readonly phone: string | null;
}

/** What stands in the address of a customer's page beside the id: the list, and how a service without `identity_tools` finds them. */
export function customerSearch(list: CustomersSearch, { email, phone }: Reachable, hasTools: boolean): CustomersSearch {
  const { email: _email, phone: _phone, new: _new, ...rest } = list;
  if (hasTools) return rest;
  return email !== null ? { ...rest, email } : phone !== null ? { ...rest, phone } : rest;
}
