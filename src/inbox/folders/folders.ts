import type { InboxSearch } from '#src/inbox/search.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';

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

/** The folders that this service can list, in their order. */
export function foldersOf(can: Capabilities): readonly { readonly key: FolderKey; readonly search: InboxSearch }[] {
  if (!can.filters) {
    return [
      { key: 'urgent', search: { priority: 'urgent' } },
      { key: 'pending', search: LISTS.pending },
    ];
  }
  return FOLDER_KEYS.filter((key) => key !== 'mine' || can.isAgent).map((key) => ({ key, search: LISTS[key] }));
}
