import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import type { ChipName } from './filter-values.ts';
import { statusesOf, type Abilities, type ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

/** The values that a filter has now; none for a filter that is not set. */
export function valuesOf(search: InboxSearch, name: ChipName): readonly string[] {
  if (name === 'status') return search.status === 'all' ? ['all'] : statusesOf(search);
  if (name === 'priority') return search.priority === undefined ? [] : search.priority.split(',');
  const value = search[name];
  return value === undefined ? [] : [value];
}

/** Whether several values of a field can be chosen at once. */
export function takesSeveral(name: ChipName, can: Abilities): boolean {
  return can.filters && (name === 'status' || name === 'priority');
}

/** The change of the URL when a value is chosen in the menu; choosing it again takes it away. */
export function chooseValue(search: InboxSearch, name: ChipName, value: string, can: Abilities): Partial<InboxSearch> {
  const now = valuesOf(search, name);
  if (!takesSeveral(name, can)) {
    if (name === 'status') return { status: value === 'open' ? undefined : value };
    return { [name]: now.includes(value) ? undefined : value };
  }
  const all: readonly string[] = name === 'status' ? STATUSES : PRIORITIES;
  if (value === 'all') return { status: 'all' };
  const next = all.filter((item) => (item === value ? !now.includes(item) : now.includes(item)));
  if (name === 'priority') return { priority: next.length === 0 ? undefined : next.join(',') };
  return { status: statusText(next) };
}

function statusText(statuses: readonly string[]): string | undefined {
  if (statuses.length === 0 || statuses.length === STATUSES.length) return 'all';
  const text = statuses.join(',');
  return text === 'open' ? undefined : text;
}

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
