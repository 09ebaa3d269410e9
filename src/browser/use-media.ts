import { useSyncExternalStore } from 'react';

/** Whether a media query holds now: `useMedia('(max-width: 767.98px)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
