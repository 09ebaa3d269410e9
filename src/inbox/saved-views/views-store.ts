import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type SavedView,
} from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { personalPreferences, savePersonalPreferences } from '#src/api/personal-preferences.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure, write } from '#src/api/write.ts';
import { storage } from '#src/browser/storage.ts';
import { FILTER_NAMES } from '#src/inbox/filters/filter-query.ts';
import { useKeepsViews, viewsKey } from '#src/inbox/folders.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { sessionOwner } from '#src/session/session-store.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export interface ListView {
  /** Digits: with the service its id, in this browser a number of its own. */
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

/** In the order of the service: by position, the newest first among equals. */
export function inOrder(views: readonly ListView[]): ListView[] {
  return views.toSorted((a, b) => a.position - b.position || Number(BigInt(b.id) - BigInt(a.id)));
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

function viewsOptions(isKept: boolean) {
  return queryOptions<readonly ListView[]>({
    queryKey: viewsKey(isKept),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!isKept) return inOrder(readLocalViews());
      const { items } = await call(listSavedViews, { query: { limit: MAX_VIEWS }, signal, priority: 'background' });
      return items.map(fromWire);
    },
  });
}

export function useSavedViews() {
  const isKept = useKeepsViews();
  const { data, isFetched } = useQuery(viewsOptions(isKept));
  return { views: data ?? NONE, isLoaded: data !== undefined, isSettled: isFetched, isKept };
}

function fromWire({ id, updated_utc: _updated, ...view }: SavedView): ListView {
  return { ...view, id: id.toString() };
}

// For a service that keeps no views.

const Stored = z.array(
  z.object({
    id: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
    name: z.string(),
    query: z.record(z.string(), z.string()),
    columns: z.nullable(z.array(z.string())),
    position: z.number(),
  }),
);

function keyOfSite(): string {
  return `views-${sessionOwner()?.siteId ?? ''}`;
}

export function readLocalViews(): ListView[] {
  try {
    const stored: unknown = JSON.parse(storage.device.get(keyOfSite()) ?? '[]');
    return z.parse(Stored, stored).map((view) => ({ ...view, shared: false }));
  } catch {
    return [];
  }
}

export function writeLocalViews(views: readonly ListView[]): void {
  const stored = views.map(({ shared: _shared, ...view }) => view);
  storage.device.set(keyOfSite(), JSON.stringify(stored));
}

type ViewDraft = Pick<ListView, 'name' | 'shared' | 'query' | 'columns'> & { readonly position?: number };

/** Where the views are: with the service, or in this browser alone. */
interface Kept {
  readonly isKept: boolean;
}

/** @throws ApiFailure */
export async function createView({ isKept }: Kept, draft: ViewDraft): Promise<ListView> {
  if (isKept) {
    const { columns, ...rest } = draft;
    const body = { ...rest, query: { ...draft.query }, columns: columns === null ? null : [...columns] };
    return fromWire(await write(createSavedView, { body }));
  }
  const views = readLocalViews();
  const lastId = views.reduce((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), 0n);
  const end = views.reduce((last, { position }) => Math.max(last, position), -1) + 1;
  const made = { position: end, ...draft, shared: false, id: (lastId + 1n).toString() };
  writeLocalViews([...views, made]);
  await invalidateTouched(createSavedView);
  return made;
}

/** @throws ApiFailure */
export async function updateView({ isKept }: Kept, id: string, patch: Partial<ViewDraft>): Promise<void> {
  if (!isKept) {
    writeLocalViews(readLocalViews().map((view) => (view.id === id ? { ...view, ...patch } : view)));
    return invalidateTouched(updateSavedView);
  }
  const { columns, query, ...rest } = patch;
  const body = {
    id: BigInt(id),
    ...rest,
    ...(query === undefined ? {} : { query: { ...query } }),
    ...(columns === undefined ? {} : { columns: columns === null ? null : [...columns] }),
  };
  await write(updateSavedView, { body });
}

/** @throws ApiFailure */
export async function deleteView({ isKept }: Kept, id: string): Promise<void> {
  if (isKept) return void (await write(deleteSavedView, { query: { id: BigInt(id) } }));
  writeLocalViews(readLocalViews().filter((view) => view.id !== id));
  await invalidateTouched(deleteSavedView);
}

/** Orders on their way: the next one is sent when the one before it is through, or the two would mix. */
let placing: Promise<void> = Promise.resolve();
let newestPlace = 0;

/** Puts a view in another place: the new order is shown at once. @param canShare whether the token may move what all see */
export async function placeView(
  { isKept, views }: Kept & { readonly views: readonly ListView[] },
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
  const { queryKey } = viewsOptions(isKept);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, moved.views);
  if (!isKept) {
    writeLocalViews(moved.views);
    return;
  }
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
  // Whatever became of the one before: an order that is seen is also sent.
  placing = placing.then(send, send);
  await placing;
}

const KEY = 'default_view';

/** Id of the view that the inbox opens with, null for none; undefined while that is unknown. */
export function useDefaultView(): string | null | undefined {
  const { data } = useQuery(personalPreferences());
  if (data === undefined) return undefined;
  const value = data[KEY];
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? value : null;
}

/** @throws ApiFailure */
export async function setDefaultView(id: string | null): Promise<void> {
  await savePersonalPreferences(() => ({ [KEY]: id }));
}
