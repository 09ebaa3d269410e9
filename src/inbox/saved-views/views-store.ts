import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type SavedView,
} from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { write } from '#src/api/write.ts';
import { FILTER_NAMES } from '#src/inbox/filters/filter-query.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';

export const messages = defineMessages({
  views: 'Saved views',
  saveChanges: 'Save changes',
  saveAs: 'Save as',
  changed: 'Changed',
  changedHint: 'Changed since it was saved',
  saved: (name: string) => `${name} saved`,
  failed: (name: string, why: string) => `${name} was not changed. ${why}`,
  opened: (name: string) => `View ${name}`,
  gone: 'This view is private or was deleted.',
  shared: 'Shared',
  key: (name: string) => `View ${name}`,
  group: 'Inbox',
  actionsOf: (name: string) => `Actions for view ${name}`,
  edit: 'Rename or share',
  remove: 'Delete',
  removed: (name: string) => `View ${name} deleted`,
  back: (name: string) => `View ${name} restored`,
  dialog: {
    create: 'Save this list as a view',
    edit: (name: string) => `View ${name}`,
    name: 'Name',
    holds: 'A view keeps filters, order, layout and table columns.',
    share: 'Share with everyone on this site',
    submit: 'Save',
  },
});

export interface ListView {
  /** As digits. */
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: readonly string[] | null;
  readonly position: number;
}

/** The parameters that a view stores: not the position in the list. */
const VIEW_NAMES = [...FILTER_NAMES, 'order_by', 'dir', 'layout'] as const;

export function viewPart(search: InboxSearch): Record<string, string> {
  return Object.fromEntries(
    VIEW_NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])] as const])),
  );
}

/** The address of a view. Parameters that this version doesn't take are named in `ignored`, so that the page says so. */
export function searchOfView(view: ListView): InboxSearch {
  const { skip: _skip, ticket: _ticket, tab: _tab, ...search } = inboxSearch(view.query);
  return { ...search, view: view.id };
}

/** The list differs from the view. @param columns the table's current columns */
export function hasDrifted(view: ListView, search: InboxSearch, columns: readonly string[]): boolean {
  const now = viewPart(search);
  const saved = searchOfView(view);
  const kept = viewPart(saved);
  if (saved.ignored !== undefined || VIEW_NAMES.some((name) => now[name] !== kept[name])) return true;
  return view.columns !== null && search.layout === 'table' && view.columns.join() !== columns.join();
}

const MAX_VIEWS = 200;
const NONE: readonly ListView[] = [];

const viewsOptions = queryOptions<readonly ListView[]>({
  queryKey: ['saved_views', 'all'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { items } = await call(listSavedViews, { query: { limit: MAX_VIEWS }, signal, priority: 'background' });
    return items.map(fromWire);
  },
});

export function useSavedViews() {
  const isProvided = isWholeService(useWhoami());
  const { data, isFetched } = useQuery({ ...viewsOptions, enabled: isProvided });
  return { views: data ?? NONE, isLoaded: data !== undefined, isSettled: isFetched || !isProvided, isProvided };
}

function fromWire({ id, updated_utc: _updated, ...view }: SavedView): ListView {
  return { ...view, id: id.toString() };
}

type ViewDraft = Pick<ListView, 'name' | 'shared' | 'query' | 'columns'> & { readonly position?: number };

/** @throws ApiFailure */
export async function createView({ columns, ...rest }: ViewDraft): Promise<ListView> {
  const body = { ...rest, query: { ...rest.query }, columns: columns === null ? null : [...columns] };
  return fromWire(await write(createSavedView, { body }));
}

/** @throws ApiFailure */
export async function updateView(id: string, { columns, query, ...rest }: Partial<ViewDraft>): Promise<void> {
  const body = {
    id: BigInt(id),
    ...rest,
    ...(query === undefined ? {} : { query: { ...query } }),
    ...(columns === undefined ? {} : { columns: columns === null ? null : [...columns] }),
  };
  await write(updateSavedView, { body });
}

/** @throws ApiFailure */
export async function deleteView(id: string): Promise<void> {
  await write(deleteSavedView, { query: { id: BigInt(id) } });
}
