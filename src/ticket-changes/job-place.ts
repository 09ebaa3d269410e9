import { useSyncExternalStore } from 'react';

/** Where the bulk job stands on the page; so little because the first download holds it. */
export type JobPlace = 'none' | 'shown' | 'hidden';

let place: JobPlace = 'none';
const listeners = new Set<() => void>();

export function setJobPlace(next: JobPlace): void {
  place = next;
  for (const listener of listeners) listener();
}

/** The panel makes room for what is opened beside it; the job goes on. */
export function hideJob(): void {
  if (place === 'shown') setJobPlace('hidden');
}

export function useJobPlace(): JobPlace {
  return useSyncExternalStore(subscribe, () => place);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
