import type { QueryClient } from '@tanstack/react-query';
import type { Whoami } from '#contract/site.ts';
import { listTickets } from '#contract/tickets.ts';
import { toSearch } from '#contract/wire.ts';
import { rememberFirstCalls } from '#src/api/early-calls.ts';
import { capabilitiesOf } from './capabilities.ts';
import { firstPageOf, pageOptions } from './list-queries.ts';
import { planList } from './list-plan.ts';
import type { InboxSearch } from './search.ts';

interface Loader {
  readonly queryClient: QueryClient;
  readonly whoami: Whoami;
  /** Path and query of the page. */
  readonly address: string;
}

/** Gets the list's first page, as the view will ask for it, and remembers the call for the next start at this address. */
export async function prefetchInbox(search: InboxSearch, { queryClient, whoami, address }: Loader): Promise<void> {
  const { query } = planList(search, capabilitiesOf(whoami));
  const page = firstPageOf(search);
  rememberFirstCalls(address, [toSearch(listTickets, { ...query, ...page })]);
  const { placeholderData: _none, ...options } = pageOptions(query, page.limit, page.skip);
  await queryClient.prefetchQuery(options);
}
