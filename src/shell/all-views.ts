import type { ListedView, View } from '#src/panels/view-type.ts';

/**
 * Every view with its places and keys, in the order of the navigation. The palette and the list of keys need it; the
 * entry makes do with `views.ts`. The build replaces this module by its data (`tools/build/inline-views.ts`).
 */
export const ALL_VIEWS: readonly ListedView[] = Object.values(
  import.meta.glob<View>('/src/*/view.ts', { eager: true, import: 'view' }),
).sort((a, b) => a.order - b.order);
