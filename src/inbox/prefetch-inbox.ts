import { queryClient } from '#src/api/query-client.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { abilitiesOf } from './abilities.ts';
import { headOf, pageOptions } from './list-queries.ts';
import { planList } from './list-plan.ts';
import { readInboxSearch } from './search.ts';

/** Gets the list's first page, as the view will ask for it. @param raw the parameters of the URL as they are */
export async function prefetchInbox(raw: Readonly<Record<string, unknown>>): Promise<void> {
  const { search } = readInboxSearch(raw);
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  if (whoami === undefined) return;
  const { query } = planList(search, abilitiesOf(whoami));
  const { limit, skip } = headOf(search);
  const { placeholderData: _none, ...options } = pageOptions(query, limit, skip);
  await queryClient.prefetchQuery(options);
}
