import { preloadCode } from '#src/ui/lazy-part.tsx';

export const loadColumns = async () => (await import('./drawing/columns.tsx')).Columns;
export const loadBurnUp = async () => (await import('./drawing/burn-up.tsx')).BurnUp;

/** Fetches what charts need, which is one chunk, when somebody is about to see one. */
export function preloadCharts(): void {
  preloadCode(loadColumns);
}
