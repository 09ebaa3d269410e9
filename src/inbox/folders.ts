import { useQueries, useQuery } from '@tanstack/react-query';
import type { ListQuery } from '#src/inbox/filters/filter-table.ts';
import { countOptions, facetOptions, POLL_MS } from '#src/inbox/list/ticket-list.ts';
import { useSavedViews } from '#src/inbox/saved-views/views-store.ts';
import { messages } from './messages.ts';
import { useProfile, type Profile } from './profile.ts';
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

export interface Folder {
  readonly key: FolderKey;
  readonly search: InboxSearch;
}

const ACTIVE = 'open,pending';

const FOLDERS: readonly Folder[] = [
  { key: 'needs_first_reply', search: { first_reply: 'none' } },
  { key: 'urgent', search: { status: ACTIVE, priority: 'urgent' } },
  { key: 'unassigned', search: { status: ACTIVE, assignee: 'none' } },
  { key: 'pending', search: { status: 'pending' } },
  { key: 'snoozed', search: { status: ACTIVE, snoozed: '1' } },
  { key: 'stale', search: { status: ACTIVE, stale: '1' } },
  { key: 'mine', search: { status: ACTIVE, assignee: 'me' } },
];

/** A service with the API document alone takes one status and one priority. */
const DOCUMENT_FOLDERS: readonly Folder[] = [
  { key: 'urgent', search: { priority: 'urgent' } },
  { key: 'pending', search: { status: 'pending' } },
];

export function foldersOf({ isExtended, isAgent }: Profile): readonly Folder[] {
  if (!isExtended) return DOCUMENT_FOLDERS;
  return FOLDERS.filter(({ key }) => key !== 'mine' || isAgent);
}

/** Counted one by one by a service without facets. */
const COUNTED: readonly ListQuery[] = [
  { status: ['open'] },
  { status: ['pending'] },
  { status: ['open'], priority: ['urgent'] },
];

/** The folders' counts, over open and pending tickets. */
export function useFolderCounts() {
  const { isExtended } = useProfile();
  const facets = useQuery({
    ...facetOptions({ status: ['open', 'pending'] }),
    refetchInterval: POLL_MS,
    enabled: isExtended,
  }).data?.facets;
  const [open, pending, urgent] = useQueries({
    queries: COUNTED.map((query) => ({ ...countOptions(query), refetchInterval: POLL_MS, enabled: !isExtended })),
    combine: totalsOf,
  });
  if (isExtended) return { open: facets?.status.open, of: (key: FolderKey) => facets?.folder[key] };
  const counts: Partial<Record<FolderKey, number | undefined>> = { pending, urgent };
  return { open, of: (key: FolderKey) => counts[key] };
}

function totalsOf(answers: readonly { readonly data: { readonly total_count: number } | undefined }[]) {
  return answers.map(({ data }) => data?.total_count);
}

/** The name of the list: its saved view, its folder, else the inbox. Null while saved views are loading. */
export function useListName(search: InboxSearch): string | null {
  const profile = useProfile();
  const { views, isSettled } = useSavedViews();
  if (search.view !== undefined && !isSettled) return null;
  const view = views.find(({ id }) => id === search.view);
  if (view !== undefined) return view.name;
  const folder = foldersOf(profile).find((known) => isSameFilter(search, known.search));
  return folder === undefined ? messages.title : messages.folder[folder.key];
}
