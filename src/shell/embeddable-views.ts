import type { View, ViewEmbed } from '#src/panels/view-type.ts';

/** A view that other pages may show, as the page knows it that makes the snippet. */
export interface EmbeddableView extends Pick<View, 'label'> {
  readonly extension?: View['extension'] | undefined;
  readonly embed: ViewEmbed;
}

/** Apart from `all-views.ts`, which idle pages load. The build replaces this module by its data (`tools/build/inline-views.ts`). */
export const EMBEDDABLE_VIEWS: readonly EmbeddableView[] = Object.values(
  import.meta.glob<View>('/src/*/view.ts', { eager: true, import: 'view' }),
)
  .filter((view): view is View & EmbeddableView => view.embed !== undefined)
  .sort((a, b) => a.order - b.order);
