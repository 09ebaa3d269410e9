import { useQuery } from '@tanstack/react-query';
import { countOptions } from './folder-counts.ts';
import type { ListPlan } from './list-plan.ts';
import { countLoadedGroups, type GroupCounts } from './row-groups.ts';
import type { TicketList } from './use-ticket-list.ts';

/** How many tickets stand in each group of the list. */
export function useGroupCounts(plan: ListPlan, list: TicketList): GroupCounts {
  const { query, groups } = plan;
  const isWhole = groups === 'whole';
  const waiting = useQuery({
    ...countOptions({ ...query, first_reply: 'none' }),
    enabled: isWhole && query.first_reply === undefined,
  }).data?.total_count;
  const total = list.total ?? 0;
  if (!isWhole) return countLoadedGroups(list.rows, list.headLength, total);
  if (query.first_reply !== undefined) {
    return query.first_reply === 'none'
      ? { waiting: total, replied: 0, rest: 0 }
      : { waiting: 0, replied: total, rest: 0 };
  }
  return { waiting, replied: waiting === undefined ? undefined : Math.max(0, total - waiting), rest: 0 };
}
