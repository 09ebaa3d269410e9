import { createAtom, useSelector } from '@tanstack/react-store';

const offline = createAtom(false);

/** The banner of the shell reports it, so single panels need not. */
export function setOffline(next: boolean): void {
  offline.set(next);
}

export function useOffline(): boolean {
  return useSelector(offline);
}
