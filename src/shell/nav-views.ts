import type { NavView, View } from '#src/panels/view-type.ts';

/**
 * What the entry needs of every view, in the order of the navigation: neither keys of pages nor places that every service
 * has. The build replaces this module by its data (`tools/build/inline-views.ts`).
 */
export const NAV_VIEWS: readonly NavView[] = Object.values(
  import.meta.glob<View>('/src/*/view.ts', { eager: true, import: 'view' }),
).sort((a, b) => a.order - b.order);
