import type { View, ViewEmbed } from '#src/panels/view-type.ts';

/** What a frame has of the views that may be embedded; of the others it knows nothing. */
export interface EmbeddedView extends Pick<View, 'id' | 'path' | 'label'> {
  readonly embed: ViewEmbed;
  readonly extension?: View['extension'] | undefined;
  readonly skeleton?: View['skeleton'] | undefined;
}

/** The build replaces this module by its data (`tools/build/inline-views.ts`). */
export const EMBEDDED_VIEWS: readonly EmbeddedView[] = Object.values(
  import.meta.glob<View>('/src/*/view.ts', { eager: true, import: 'view' }),
).filter((view): view is View & EmbeddedView => view.embed !== undefined);
