import { defineSearch, textUpTo } from '#src/browser/define-search.ts';
import { TIMELINE_KINDS, type TimelineKind } from '#contract/customer-timeline.ts';

/** Kinds of the timeline with commas between; without any all are shown. */
export const kindsSearch = defineSearch({ kinds: textUpTo(400) }, { isShared: true });

/** What a hand wrote wrongly is left out. */
export function readKinds(text: string | undefined): readonly TimelineKind[] {
  const named = new Set((text ?? '').split(','));
  return TIMELINE_KINDS.filter((kind) => named.has(kind));
}

export function writeKinds(kinds: readonly TimelineKind[]): string | undefined {
  return kinds.length === 0 || kinds.length === TIMELINE_KINDS.length ? undefined : kinds.join(',');
}
