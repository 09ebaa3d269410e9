import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import type { ChipName } from './filter-values.ts';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

/** The change of the URL when a chip is removed: without a status the list holds every status. */
export function removeFilter(name: ChipName): Partial<InboxSearch> {
  return name === 'status' ? { status: 'all' } : { [name]: undefined };
}

/** The filters that are shown as chips, in their order. */
export function chipsOf(search: InboxSearch, plan: ListPlan): readonly ChipName[] {
  const names = ['status', 'priority', 'assignee', 'tag', 'channel', 'first_reply', 'stale', 'snoozed'] as const;
  return names.filter((name) => {
    if (plan.refused.includes(name)) return name === 'status';
    return name === 'status' ? search.status !== 'all' : search[name] !== undefined;
  });
}

/** Whether conditions are asked for that have no chip among these. */
export function hasMoreRules(search: InboxSearch, plan: ListPlan): boolean {
  const names = ['customer_identity_id', 'created_from', 'created_to', 'filter'] as const;
  return names.some((name) => search[name] !== undefined && !plan.refused.includes(name));
}

/** A filter's value in words. */
export function chipText(
  search: InboxSearch,
  name: ChipName,
  plan: ListPlan,
  agents: ReadonlyMap<string, string>,
): string {
  const { filter } = messages;
  switch (name) {
    case 'status':
      return (plan.query.status ?? []).map(statusWord).join(', ');
    case 'priority':
      return (plan.query.priority ?? []).map(priorityWord).join(', ');
    case 'assignee': {
      const value = search.assignee ?? '';
      return value === 'none' ? filter.noOne : value === 'me' ? filter.me : (agents.get(value) ?? value);
    }
    case 'channel':
      return channelWord(search.channel ?? '');
    case 'first_reply':
      return search.first_reply === 'none' ? filter.notGiven : filter.given;
    case 'tag':
      return search.tag ?? '';
    case 'stale':
    case 'snoozed':
      return filter.yes;
  }
}
