import { useSyncExternalStore } from 'react';

/** One for each query: to make another in the middle of a change may cost the browser a layout. */
const lists = new Map<string, MediaQueryList>();

/** Whether a media query holds now: `useMedia('(max-width: 767.98px)')`. */
export function useMedia(query: string): boolean {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}
