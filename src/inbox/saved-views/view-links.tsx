import { useQuery } from '@tanstack/react-query';
import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import { writeJson } from '#contract/json.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { planList } from '#src/inbox/list/list-plan.ts';
import { countOptions } from '#src/inbox/list/list-queries.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';
import { useStars } from '#src/ticket-edit/stars.ts';
import { messages } from './messages.ts';
import { useChangedView } from './use-views.tsx';
import { useSavedViews, searchOfView } from './views-store.ts';

/** The starred tickets and the saved views as lists to go to. @param current the list in sight, null on another page */
export function useViewLinks(current: InboxSearch | null) {
  const numbers = [...useStars().keys()];
  const canList = hasExtension(useWhoami(), 'ticket_filters');
  const { views } = useSavedViews();
  const changed = useChangedView(views, current);
  const starred = searchOfNumbers(numbers);
  const isStarred = current !== null && isSameFilter(current, starred);
  return [
    ...(numbers.length > 0 && canList
      ? [
          {
            key: 'starred',
            label: messages.stars,
            search: starred,
            isCurrent: isStarred,
            isChanged: false,
            count: numbers.length,
          },
        ]
      : []),
    ...views.map((view) => ({
      key: view.id,
      label: view.name,
      search: searchOfView(view),
      isCurrent: current?.view === view.id,
      isChanged: view === changed,
      count: undefined,
    })),
  ];
}

export function searchOfNumbers(numbers: readonly number[]): InboxSearch {
  const rules: object[] = [];
  for (let at = 0; at < numbers.length; at += MAX_FILTER_VALUES) {
    rules.push({ field: 'ticket_number', op: 'any_of', value: numbers.slice(at, at + MAX_FILTER_VALUES) });
  }
  return { status: 'all', filter: writeJson({ any: rules }) };
}

/** How many tickets a view lists. It is asked for when it is drawn, which is when the menu that it stands in opens. */
export function ViewCount({ search, hasUnit = false }: { readonly search: InboxSearch; readonly hasUnit?: boolean }) {
  const { query } = planList(search, useCapabilities());
  const count = useQuery(countOptions(query)).data?.total_count;
  // Its line is there before the number is.
  if (count === undefined) return '\u00a0';
  return hasUnit ? inboxMessages.noteMany(formatCount(count), count) : formatCount(count);
}
