import type { Body } from '#contract/operation.ts';
import { TAG_COLORS, updateTag, type TagRecord } from '#contract/tags.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { allTags, type AllTags } from '#src/ticket-edit/tags/all-tags.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { messages } from './tags-messages.ts';

/** Colours a tag: shown at once and saved behind it; a toast says where that failed, and the colour is the old one again. */
export function useTagColour(tag: TagRecord): (color: number | null) => void {
  const { id, name } = tag;
  const { write } = useWrite(updateTag, { queues: true, failed: (why) => messages.colour.failed(name, why) });
  return (color) => {
    if (color === tag.color) return;
    const paint = (one: TagRecord) => (one.id === id ? { ...one, color } : one);
    void write(
      { body: { id, color: paletteColor(color) } },
      {
        optimistic: () =>
          patchQueries<AllTags>({ queryKey: allTags.queryKey }, (all) => ({ ...all, tags: all.tags.map(paint) })),
        undo: () => ({
          text: messages.colour.changed(name),
          undo: inverseOf({ id, color: paletteColor(tag.color) }, name, messages.colour.undone(name)),
        }),
      },
    );
  };
}

/** @param name what the tag is called while the change stands */
export function inverseOf(body: Body<typeof updateTag>, name: string, done: string): Undoable['undo'] {
  return inverse(updateTag, { body }, { failed: (why) => messages.undoFailed(name, why), done });
}

/** The service answers any integer and takes only what is in the palette. */
export function paletteColor(color: number | null): (typeof TAG_COLORS)[number] | null {
  return TAG_COLORS.find((known) => known === color) ?? null;
}
