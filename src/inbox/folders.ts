import { useQueries, useQuery } from '@tanstack/react-query';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { countOptions, folderFacetOptions, POLL_MS } from '#src/inbox/list/list-queries.ts';
import { useCapabilities, type Capabilities } from './capabilities.ts';
import { messages } from './messages.ts';
import { type InboxSearch, isSameFilter } from './search.ts';

export const FOLDER_KEYS = [
  'needs_first_reply',
  'urgent',
  'unassigned',
  'pending',
  'snoozed',
  'stale',
  'mine',
] as const;
export type FolderKey = (typeof FOLDER_KEYS)[number];

const ACTIVE = 'open,pending';

const LISTS: Readonly<Record<FolderKey, InboxSearch>> = {
  needs_first_reply: { first_reply: 'none' },
  urgent: { status: ACTIVE, priority: 'urgent' },
  unassigned: { status: ACTIVE, assignee: 'none' },
  pending: { status: 'pending' },
  snoozed: { status: ACTIVE, snoozed: '1' },
  stale: { status: ACTIVE, stale: '1' },
  mine: { status: ACTIVE, assignee: 'me' },
};

/** Of a service that takes one status and one priority. */
const UNFILTERED = [
  { key: 'urgent', search: { priority: 'urgent' } },
  { key: 'pending', search: LISTS.pending },
] as const;

export function foldersOf(can: Capabilities): readonly { readonly key: FolderKey; readonly search: InboxSearch }[] {
  if (!can.filters) return UNFILTERED;
  return FOLDER_KEYS.filter((key) => key !== 'mine' || can.isAgent).map((key) => ({ key, search: LISTS[key] }));
}

/** Open, pending and urgent tickets: what is counted one by one where the service has no facets. */
const COUNTED: readonly ListQuery[] = [
  { status: ['open'] },
  { status: ['pending'] },
  { status: ['open'], priority: ['urgent'] },
];

/** The folders' counts: one call, or one for each folder where there are no facets. */
export function useFolderCounts() {
  const can = useCapabilities();
  const facets = useQuery({ ...folderFacetOptions(), refetchInterval: POLL_MS, enabled: can.filters }).data?.facets;
  const [open, pending, urgent] = useQueries({
    queries: COUNTED.map((query) => ({
      ...countOptions(query),
      refetchInterval: POLL_MS,
      enabled: !can.filters,
    })),
    combine: totalsOf,
  });
  if (can.filters) return { open: facets?.status.open, of: (key: FolderKey) => facets?.folder[key] };
  const counts: Partial<Record<FolderKey, number | undefined>> = { pending, urgent };
  return { open, of: (key: FolderKey) => counts[key] };
}

function totalsOf(answers: readonly { readonly data: { readonly total_count: number } | undefined }[]) {
  return answers.map(({ data }) => data?.total_count);
}

/** The name of the list in sight: its saved view, its folder, else the inbox. Null while that of the view is on its way. */
export function useListName(search: InboxSearch): string | null {
  const can = useCapabilities();
  // Only what others have fetched: views come after the first paint.
  const views = useQuery<readonly { readonly id: string; readonly name: string }[]>({
    queryKey: VIEWS_KEY,
    enabled: false,
  }).data;
  const hasViews = useHasViews();
  if (search.view !== undefined && hasViews) {
    if (views === undefined) return null;
    const view = views.find(({ id }) => id === search.view);
    if (view !== undefined) return view.name;
  }
  const folder = foldersOf(can).find((known) => isSameFilter(search, known.search));
  return folder === undefined ? messages.title : messages.folder[folder.key];
}

/** Where the views are in the cache. The resource by its name: the first paint does without its row of the contract. */
export const VIEWS_KEY: readonly string[] = ['saved_views', 'all'];

/** Whether the service stores views; without the extension there are none. */
export function useHasViews(): boolean {
  return hasExtension(useWhoami(), 'saved_views');
}
