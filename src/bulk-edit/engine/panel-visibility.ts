import { createAtom, useSelector } from '@tanstack/react-store';

/** Whether the panel of the bulk job is on the page. Its own small file, because the list asks before any job is there. */
export type PanelVisibility = 'none' | 'shown' | 'hidden';

const visibility = createAtom<PanelVisibility>('none');

export function setPanelVisibility(next: PanelVisibility): void {
  visibility.set(next);
}

/** The panel makes room for what is opened beside it; the job goes on. */
export function hidePanel(): void {
  visibility.set((before) => (before === 'shown' ? 'hidden' : before));
}

export function usePanelVisibility(): PanelVisibility {
  return useSelector(visibility);
}
