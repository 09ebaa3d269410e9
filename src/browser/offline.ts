import { createAtom, useSelector } from '@tanstack/react-store';

const offline = createAtom(false);

/** The shell says so when no answer comes; single panels then need not say it again. */
export function setOffline(next: boolean): void {
  offline.set(next);
}

export function useOffline(): boolean {
  return useSelector(offline);
}

/** Calls back when answers come again, until the returned function is called. */
export function onReconnect(listener: () => void): () => void {
  return offline.subscribe((isOffline) => {
    if (!isOffline) listener();
  }).unsubscribe;
}
