import { createAtom, useSelector } from '@tanstack/react-store';

export type Overlay = 'palette' | 'keys' | null;

const shown = createAtom<Overlay>(null);

/** One of them at a time. */
export function showOverlay(next: Overlay): void {
  shown.set(next);
}

export function useOverlay(): Overlay {
  return useSelector(shown);
}
