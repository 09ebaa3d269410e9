import { useSyncExternalStore } from 'react';

let offline = false;
const listeners = new Set<() => void>();

/** The shell says so when no answer comes; single panels then need not say it again. */
export function setOffline(next: boolean): void {
  if (offline === next) return;
  offline = next;
  for (const listener of listeners) listener();
}

export function useOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offline,
  );
}
