import { useQuery } from '@tanstack/react-query';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { foldersOf } from '#src/inbox/folders.ts';
import { messages } from '#src/inbox/messages.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';
import type { ListView } from './saved-view.ts';

/** The name of the list in sight: its saved view, its folder, else the inbox. Null while that of the view is on its way. */
export function useListName(search: InboxSearch): string | null {
  const can = useCapabilities();
  // Only what others have fetched: views come after the first paint.
  const views = useQuery<readonly ListView[]>({ queryKey: viewsKey(useKeepsViews()), enabled: false }).data;
  if (search.view !== undefined) {
    if (views === undefined) return null;
    const view = views.find(({ id }) => id === search.view);
    if (view !== undefined) return view.name;
  }
  const folder = foldersOf(can).find((known) => isSameFilter(search, known.search));
  return folder === undefined ? messages.title : messages.folder[folder.key];
}

/** Where the views are in the cache. The resource by its name: the first paint does without its row of the contract. */
export function viewsKey(isKept: boolean): readonly string[] {
  return ['saved_views', isKept ? 'service' : 'browser'];
}

/** Whether the service keeps views; else this browser does. */
export function useKeepsViews(): boolean {
  return hasExtension(useWhoami(), 'saved_views');
}
