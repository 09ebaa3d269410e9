import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { listSavedViews } from '#contract/personal.ts';
import { readLocalViews } from './local-views.ts';
import { inOrder, type ListView } from './saved-view.ts';
import { useKeepsViews, viewsKey } from './views-key.ts';

const MAX_VIEWS = 200;
const NONE: readonly ListView[] = [];

export function viewsOptions(isKept: boolean) {
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

export interface Views {
  readonly views: readonly ListView[];
  /** False while they are unknown. */
  readonly isLoaded: boolean;
  /** They are known, or could not be read. */
  readonly isSettled: boolean;
  /** Kept by the service; else in this browser alone. */
  readonly isKept: boolean;
}

export function useSavedViews(): Views {
  const isKept = useKeepsViews();
  const { data, isFetched } = useQuery(viewsOptions(isKept));
  return { views: data ?? NONE, isLoaded: data !== undefined, isSettled: isFetched, isKept };
}

export function fromWire({ id, updated_utc: _updated, ...view }: SavedView): ListView {
  return { ...view, id: id.toString() };
}
