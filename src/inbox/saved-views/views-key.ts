import { hasExtension, useWhoami } from '#src/api/whoami.ts';

/** Where the views are in the cache. The resource by its name: the first paint does without its row of the contract. */
export function viewsKey(isKept: boolean): readonly string[] {
  return ['saved_views', isKept ? 'service' : 'browser'];
}

/** Whether the service keeps views; else this browser does. */
export function useKeepsViews(): boolean {
  return hasExtension(useWhoami(), 'saved_views');
}
