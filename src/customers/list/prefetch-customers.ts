import type { QueryClient } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import { hasExtension } from '#src/api/whoami.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { blockOf, blockOptions, listQueryOf } from './list-query.ts';

/** Begins to get the rows that the list begins with, as it will ask for them; the list shows how far that is. */
export function prefetchCustomers(search: CustomersSearch, queryClient: QueryClient, whoami: Whoami): void {
  const query = listQueryOf(search, hasExtension(whoami, 'identity_tools'));
  void queryClient.prefetchQuery(blockOptions(query, blockOf(search.skip ?? 0)));
}
