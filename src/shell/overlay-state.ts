import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'keys' | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

/** One of them at a time. */
export function showOverlay(next: Overlay): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

/** Fetches the palette's code when somebody is about to open it. */
export function preloadPalette(): void {
  void import('./palette.tsx');
}
