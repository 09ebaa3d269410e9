import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type SavedView,
} from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure, write } from '#src/api/write.ts';
import { FILTER_NAMES } from '#src/inbox/filters/filter-query.ts';
import { useHasViews, VIEWS_KEY } from '#src/inbox/folders.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export interface ListView {
  /** As digits. */
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: readonly string[] | null;
  readonly position: number;
}

/** Parameters that a view holds: filters, order and layout, not the position in the list. */
const VIEW_NAMES = [...FILTER_NAMES, 'order_by', 'dir', 'group', 'layout', 'limit'] as const;

export function viewPart(search: InboxSearch): Record<string, string> {
  return Object.fromEntries(
    VIEW_NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])] as const])),
  );
}

/** The URL of a view. What this program does not understand of it is left out. */
export function searchOfView(view: ListView): InboxSearch {
  const { skip: _skip, ticket: _ticket, tab: _tab, ignored: _ignored, ...search } = inboxSearch(view.query);
  return { ...search, view: view.id };
}

/** Whether the list is another one than the view has. @param columns the table's present columns */
export function hasDrifted(view: ListView, search: InboxSearch, columns: readonly string[]): boolean {
  const now = viewPart(search);
  const kept = viewPart(searchOfView(view));
  if (VIEW_NAMES.some((name) => now[name] !== kept[name])) return true;
  return view.columns !== null && search.layout === 'table' && view.columns.join() !== columns.join();
}

/**
 * Puts a view in another place, with as few new positions as there can be.
 * @param to its index afterwards
 */
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
    // The moved one takes a free place where there is one; the others stay where they can.
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
  queryKey: VIEWS_KEY,
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { items } = await call(listSavedViews, { query: { limit: MAX_VIEWS }, signal, priority: 'background' });
    return items.map(fromWire);
  },
});

export function useSavedViews() {
  const isProvided = useHasViews();
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

/** One order is sent after the other, or the two would mix. */
let placing: Promise<void> = Promise.resolve();
let newestPlace = 0;

/** Puts a view in another place: the new order is shown at once. @param canShare whether the token may move what all see */
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
    // One toast however many of them fail, and one look at what the service has.
    const results = await Promise.allSettled(
      moved.changed.map(({ id, position }) =>
        write(updateSavedView, { body: { id: BigInt(id), position } }, { refetch: 'none' }),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) showFailure(failed.reason, (why) => messages.failed(view.name, why));
    // The state between two orders is not the last one asked for.
    if (place === newestPlace) await invalidateTouched(updateSavedView);
  };
  // Also after a failure: an order that is shown is sent.
  placing = placing.then(send, send);
  await placing;
}
