import { useQuery } from '@tanstack/react-query';
import type { Capabilities } from './capabilities.ts';
import { foldersOf } from '#src/inbox/folders/folders.ts';
import { messages } from './messages.ts';
import type { ListView } from '#src/inbox/saved-views/saved-view.ts';
import { useKeepsViews, viewsKey } from '#src/inbox/saved-views/views-key.ts';
import { isSameFilter, type InboxSearch } from './search.ts';

/** The name of the list in sight: its saved view, its folder, else the inbox. Null while that of the view is on its way. */
export function useListName(search: InboxSearch, can: Capabilities): string | null {
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
