import { useSyncExternalStore } from 'react';

export interface ApiCallsFilter {
  /** The calls of this resource alone, such as "tickets". */
  readonly resource?: string | undefined;
  /** The call with this request id, opened. */
  readonly requestId?: string | undefined;
}

let listener: ((filter: ApiCallsFilter) => void) | null = null;
const watchers = new Set<() => void>();
/** Asked for before the frame had loaded the drawer. */
let waiting: ApiCallsFilter | undefined;

/** Opens the drawer with the last calls of this page, where there is one: see `useHasApiCalls`. */
export function showApiCalls(resource?: string, requestId?: string): void {
  const filter = { resource, requestId };
  if (listener === null) waiting = filter;
  else listener(filter);
}

/** False outside the frame of the signed-in pages, and until the frame stands: it may come after what asks for it. */
export function useHasApiCalls(): boolean {
  return useSyncExternalStore((watch) => {
    watchers.add(watch);
    return () => watchers.delete(watch);
  }, hasApiCalls);
}

function hasApiCalls(): boolean {
  return listener !== null;
}

/** The frame registers here. */
export function onShowApiCalls(next: (filter: ApiCallsFilter) => void): () => void {
  listener = next;
  for (const watch of watchers) watch();
  if (waiting !== undefined) next(waiting);
  waiting = undefined;
  return () => {
    if (listener === next) listener = null;
  };
}
