import type { View } from '#src/ui/view-type.ts';

/** Every view, in the order of the navigation: each room with a `view.ts` has one. */
export const VIEWS: readonly View[] = Object.values(
  import.meta.glob<View>('/src/*/view.ts', { eager: true, import: 'view' }),
).sort((a, b) => a.order - b.order);

export function isCurrent({ owns }: View, path: string): boolean {
  return owns.some((start) => path === start || path.startsWith(`${start}/`));
}
