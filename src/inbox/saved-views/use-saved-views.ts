import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#contract/personal.ts';
import { call } from '#src/api/call.ts';
import { listSavedViews } from '#contract/personal.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { readLocalViews } from './local-views.ts';
import { inOrder, type ListView } from './saved-view.ts';

const MAX_VIEWS = 200;
const NONE: readonly ListView[] = [];

export function viewsOptions(isKept: boolean) {
  return queryOptions<readonly ListView[]>({
    queryKey: [listSavedViews.resource, isKept ? 'service' : 'browser'],
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
  /** Kept by the service; else in this browser alone. */
  readonly isKept: boolean;
}

export function useSavedViews(): Views {
  const isKept = hasExtension(useWhoami(), 'saved_views');
  const { data } = useQuery(viewsOptions(isKept));
  return { views: data ?? NONE, isLoaded: data !== undefined, isKept };
}

export function fromWire({ id, updated_utc: _updated, ...view }: SavedView): ListView {
  return { ...view, id: id.toString() };
}
