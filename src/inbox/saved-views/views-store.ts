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
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure, write } from '#src/api/write.ts';
import { FILTER_NAMES } from '#src/inbox/filters/filter-query.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';

export const messages = defineMessages({
  views: 'Saved views',
  saveChanges: 'Save changes',
  saveAs: 'Save as',
  discard: 'Discard changes',
  discarded: (name: string) => `Changes to view ${name} discarded`,
  changed: 'Changed',
  changedHint: 'Changed since it was saved',
  saved: (name: string) => `${name} saved`,
  failed: (name: string, why: string) => `${name} was not changed. ${why}`,
  opened: (name: string) => `View ${name}`,
  gone: 'This view is private or was deleted. Its filters are applied.',
  /** An address with nothing but the view. */
  goneBare: 'This view is private or was deleted.',
  shared: 'Shared',
  key: (name: string) => `View ${name}`,
  group: 'Inbox',
  actionsOf: (name: string) => `Actions for view ${name}`,
  edit: 'Rename or share',
  up: 'Move up',
  down: 'Move down',
  isFirst: 'This view is already first.',
  isLast: 'This view is already last.',
  remove: 'Delete',
  removed: (name: string) => `View ${name} deleted`,
  back: (name: string) => `View ${name} restored`,
  moved: (name: string, place: number, total: number) => `${name} is now view ${place} of ${total}`,
  sharedPlace: 'This would also move shared views, which your API token can’t do.',
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

/** The address of a view, without parameters that this version doesn't know. */
export function searchOfView(view: ListView): InboxSearch {
  const { skip: _skip, ticket: _ticket, tab: _tab, ignored: _ignored, ...search } = inboxSearch(view.query);
  return { ...search, view: view.id };
}

/** The list differs from the view. @param columns the table's current columns */
export function hasDrifted(view: ListView, search: InboxSearch, columns: readonly string[]): boolean {
  const now = viewPart(search);
  const kept = viewPart(searchOfView(view));
  if (VIEW_NAMES.some((name) => now[name] !== kept[name])) return true;
  return view.columns !== null && search.layout === 'table' && view.columns.join() !== columns.join();
}

/** Moves a view to index `to` with the fewest changed positions. */
export function moveView(
  views: readonly ListView[],
  id: string,
  to: number,
): { readonly views: readonly ListView[]; readonly changed: readonly ListView[] } {
  const moved = views.find((view) => view.id === id);
  if (moved === undefined) return { views, changed: [] };
  const rest = views.filter((view) => view !== moved);
  const order = [...rest.slice(0, to), moved, ...rest.slice(to)];
  const changed: ListView[] = [];
  let last = -1;
  const placed = order.map((view, index) => {
    const after = order[index + 1];
    const isFree = view !== moved && view.position > last;
    const hasRoom = view === moved && view.position > last && (after === undefined || view.position < after.position);
    const position = isFree || hasRoom ? view.position : last + 1;
    last = position;
    if (position === view.position) return view;
    const next = { ...view, position };
    changed.push(next);
    return next;
  });
  return { views: placed, changed };
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

/** Serialises the writes of two moves. */
let placing: Promise<void> = Promise.resolve();
let newestPlace = 0;

/** Shows the new order at once and stores it. @param canShare the token may move shared views */
export async function placeView(
  views: readonly ListView[],
  view: ListView,
  to: number,
  canShare: boolean,
): Promise<void> {
  const moved = moveView(views, view.id, to);
  if (moved.changed.length === 0) return;
  if (!canShare && moved.changed.some(({ shared }) => shared)) {
    toast({ kind: 'info', text: messages.sharedPlace });
    return;
  }
  announce(messages.moved(view.name, to + 1, views.length));
  const { queryKey } = viewsOptions;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, moved.views);
  newestPlace += 1;
  const place = newestPlace;
  const send = async (): Promise<void> => {
    // One toast and one refetch for all of them.
    const results = await Promise.allSettled(
      moved.changed.map(({ id, position }) =>
        write(updateSavedView, { body: { id: BigInt(id), position } }, { refetch: 'none' }),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) showFailure(failed.reason, (why) => messages.failed(view.name, why));
    // Skip the refetch if another move follows.
    if (place === newestPlace) await invalidateTouched(updateSavedView);
  };
  placing = placing.then(send, send);
  await placing;
}
