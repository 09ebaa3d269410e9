import type { Facets } from '#contract/tickets.ts';
import type { Abilities } from './list-plan.ts';
import type { InboxSearch } from './search.ts';

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

/** What the folders are counted from: one answer with facets over open and pending tickets, and one count. */
export interface FolderSources {
  readonly facets: Facets | undefined;
  readonly needsFirstReply: number | undefined;
}

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
export function foldersOf(can: Abilities): readonly { readonly key: FolderKey; readonly search: InboxSearch }[] {
  if (!can.filters) {
    return [
      { key: 'urgent', search: { priority: 'urgent' } },
      { key: 'pending', search: LISTS.pending },
    ];
  }
  return FOLDER_KEYS.filter((key) => key !== 'mine' || can.isAgent).map((key) => ({ key, search: LISTS[key] }));
}

/** How many tickets the folder's list holds; undefined while that is unknown. */
export function countFolder(key: FolderKey, { facets, needsFirstReply }: FolderSources): number | undefined {
  if (key === 'needs_first_reply') return needsFirstReply;
  if (facets === undefined) return undefined;
  if (key === 'pending') return facets.status.pending;
  if (key === 'urgent') return facets.priority.urgent;
  return facets.folder[key];
}
