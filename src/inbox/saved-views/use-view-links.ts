import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';
import { useStars } from '#src/ticket-edit/stars/stars.ts';
import { searchOfNumbers } from './stars-search.ts';
import { searchOfView } from './saved-view.ts';
import { useSavedViews } from './use-saved-views.ts';
import { useChangedView } from './view-changes.ts';
import { messages } from './views-messages.ts';

interface ViewLink {
  readonly key: string;
  readonly label: string;
  readonly search: InboxSearch;
  readonly isCurrent: boolean;
  /** The list in sight was opened from it and is another one by now. */
  readonly isChanged: boolean;
  /** How many tickets, where that is known; else it is asked for. */
  readonly count: number | undefined;
}

/** The starred tickets and the saved views as lists to go to. @param current the list in sight, null on another page */
export function useViewLinks(current: InboxSearch | null): readonly ViewLink[] {
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
