import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { planList } from '#src/inbox/list/list-plan.ts';
import { countOptions } from '#src/inbox/list/list-queries.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { useChangedView } from './use-views.tsx';
import { useSavedViews, searchOfView } from './views-store.ts';

/** The saved views as lists to go to. @param current the list in sight, null on another page */
export function useViewLinks(current: InboxSearch | null) {
  const { views } = useSavedViews();
  const changed = useChangedView(views, current);
  return views.map((view) => ({
    key: view.id,
    label: view.name,
    search: searchOfView(view),
    isCurrent: current?.view === view.id,
    isChanged: view === changed,
  }));
}

/** How many tickets a view lists. It is asked for when it is drawn, which is when the menu that it stands in opens. */
export function ViewCount({ search, hasUnit = false }: { readonly search: InboxSearch; readonly hasUnit?: boolean }) {
  const { query } = planList(search, useCapabilities());
  const count = useQuery(countOptions(query)).data?.total_count;
  // Its line is there before the number is.
  if (count === undefined) return '\u00a0';
  return hasUnit ? inboxMessages.noteMany(formatCount(count), count) : formatCount(count);
}
