import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '#src/api/more-endpoints.ts';
import { queryClient } from '#src/api/query-client.ts';
import { hasExtension, useWhoami, whoamiOptions } from '#src/api/whoami.ts';
import { readLocalViews, writeLocalViews } from './views-local.ts';
import { inOrder, type SavedListView } from './views-model.ts';

const MOST = 200;
const NONE: readonly SavedListView[] = [];

export type ViewDraft = Pick<SavedListView, 'name' | 'shared' | 'query' | 'columns'> & { readonly position?: number };

function viewsOptions(isKept: boolean) {
  return queryOptions<readonly SavedListView[]>({
    queryKey: [listSavedViews.resource, isKept ? 'service' : 'browser'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!isKept) return inOrder(readLocalViews());
      const { items } = await call(listSavedViews, { query: { limit: MOST }, signal, priority: 'background' });
      return items.map(fromWire);
    },
  });
}

export interface Views {
  readonly views: readonly SavedListView[];
  /** False while they are unknown. */
  readonly isLoaded: boolean;
  /** Kept by the service; else in this browser alone. */
  readonly isKept: boolean;
}

export function useViews(): Views {
  const isKept = hasExtension(useWhoami(), 'saved_views');
  const { data } = useQuery(viewsOptions(isKept));
  return { views: data ?? NONE, isLoaded: data !== undefined, isKept };
}

/** @throws ApiFailure */
export async function createView(draft: ViewDraft): Promise<SavedListView> {
  if (isKeptByService()) {
    const { columns, ...rest } = draft;
    const body = { ...rest, query: { ...draft.query }, columns: columns === null ? null : [...columns] };
    const made = fromWire(await call(createSavedView, { body }));
    await refresh();
    return made;
  }
  const views = readLocalViews();
  const lastId = views.reduce((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), 0n);
  const end = views.reduce((last, { position }) => Math.max(last, position), -1) + 1;
  const made = { position: end, ...draft, shared: false, id: (lastId + 1n).toString() };
  writeLocalViews([...views, made]);
  await refresh();
  return made;
}

/** @throws ApiFailure */
export async function updateView(id: string, patch: Partial<ViewDraft>): Promise<void> {
  if (isKeptByService()) {
    const { columns, query, ...rest } = patch;
    await call(updateSavedView, {
      body: {
        id: BigInt(id),
        ...rest,
        ...(query === undefined ? {} : { query: { ...query } }),
        ...(columns === undefined ? {} : { columns: columns === null ? null : [...columns] }),
      },
    });
  } else {
    writeLocalViews(readLocalViews().map((view) => (view.id === id ? { ...view, ...patch } : view)));
  }
  await refresh();
}

/** @throws ApiFailure */
export async function deleteView(id: string): Promise<void> {
  if (isKeptByService()) await call(deleteSavedView, { query: { id: BigInt(id) } });
  else writeLocalViews(readLocalViews().filter((view) => view.id !== id));
  await refresh();
}

/** Shows the new order at once and saves the positions that are new. @throws ApiFailure, with the order as it was */
export async function placeViews(views: readonly SavedListView[], changed: readonly SavedListView[]): Promise<void> {
  const isKept = isKeptByService();
  const { queryKey } = viewsOptions(isKept);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, views);
  try {
    if (!isKept) writeLocalViews(views);
    else
      await Promise.all(
        changed.map(({ id, position }) => call(updateSavedView, { body: { id: BigInt(id), position } })),
      );
  } finally {
    await refresh();
  }
}

function isKeptByService(): boolean {
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  return whoami !== undefined && hasExtension(whoami, 'saved_views');
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [listSavedViews.resource] });
}

function fromWire({ id, updated_utc: _updated, ...view }: SavedView): SavedListView {
  return { ...view, id: id.toString() };
}
