import { useQuery } from '@tanstack/react-query';
import { countOptions, folderFacetOptions } from '#src/inbox/list-queries.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import { countLoadedGroups, type GroupCounts } from './row-groups.ts';
import type { TicketList } from './use-ticket-list.ts';

/** How many tickets stand in each group of the list. */
export function useGroupCounts(search: InboxSearch, plan: ListPlan, list: TicketList): GroupCounts {
  const { query, groups } = plan;
  const isWhole = groups === 'whole';
  // Of the plain inbox the folders have counted it already.
  const isPlain = isSameFilter(search, {});
  const folders = useQuery({ ...folderFacetOptions(), enabled: isWhole && isPlain }).data?.facets?.folder;
  const counted = useQuery({
    ...countOptions({ ...query, first_reply: 'none' }),
    enabled: isWhole && !isPlain && query.first_reply === undefined,
  }).data?.total_count;
  const waiting = isPlain ? folders?.needs_first_reply : counted;
  const total = list.total ?? 0;
  if (!isWhole) return countLoadedGroups(list.rows, list.headLength, total);
  if (query.first_reply !== undefined) {
    return query.first_reply === 'none'
      ? { waiting: total, replied: 0, rest: 0 }
      : { waiting: 0, replied: total, rest: 0 };
  }
  return { waiting, replied: waiting === undefined ? undefined : Math.max(0, total - waiting), rest: 0 };
}
