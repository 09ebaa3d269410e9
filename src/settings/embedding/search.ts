import { defineSearch, flag, oneOf, textWhere } from '#src/browser/define-search.ts';
import type { ViewEmbed } from '#src/panels/view-type.ts';

export const EMBEDDED_NAMES = ['ai-usage', 'health', 'csat', 'inbox'] as const satisfies readonly ViewEmbed['name'][];

/** Search parameters of the page. Without any: the whole of AI usage, read-only. */
export const embeddingSearch = defineSearch({
  view: oneOf(EMBEDDED_NAMES, 'ai-usage'),
  /** A key of `embed.widgets`. */
  only: textWhere((text) => /^[a-z-]{1,40}$/.test(text)),
  edit: flag,
});
export type EmbeddingSearch = ReturnType<typeof embeddingSearch>;
