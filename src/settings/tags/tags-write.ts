import type { Body } from '#contract/operation.ts';
import { TAG_COLORS, updateTag, type TagRecord } from '#contract/tags.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { allTags } from '#src/ticket-edit/tags/all-tags.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './tags-messages.ts';

/** Says that a tag has a new name, with a way back. */
export function offerOldName(tag: TagRecord, newName: string, changedTickets: number): void {
  offerUndo({
    text: messages.rename.done(tag.name, newName, changedTickets, formatCount(changedTickets)),
    undo: () => undo(newName, messages.rename.undone(tag.name), { id: tag.id, name: tag.name }),
  });
}

/** Shown at once and saved behind it; a toast says where that failed, and the colour is the old one again. */
export async function colourTag(tag: TagRecord, color: number | null): Promise<void> {
  if (color === tag.color) return;
  const before = queryClient.getQueryData(allTags.queryKey);
  await queryClient.cancelQueries({ queryKey: allTags.queryKey });
  queryClient.setQueryData(
    allTags.queryKey,
    (all) => all && { ...all, tags: all.tags.map((one) => (one.id === tag.id ? { ...one, color } : one)) },
  );
  const failed = (why: string) => messages.colour.failed(tag.name, why);
  const release = holdUndo();
  try {
    await write(updateTag, { body: { id: tag.id, color: paletteColor(color) } }, { failed });
    offerUndo({
      text: messages.colour.changed(tag.name),
      undo: () => undo(tag.name, messages.colour.undone(tag.name), { id: tag.id, color: paletteColor(tag.color) }),
    });
  } catch {
    queryClient.setQueryData(allTags.queryKey, before);
  } finally {
    release();
  }
}

async function undo(name: string, done: string, body: Body<typeof updateTag>): Promise<UndoOutcome> {
  try {
    await write(updateTag, { body }, { failed: (why) => messages.undoFailed(name, why) });
  } catch {
    // Its toast has said it.
    return { state: 'failed' };
  }
  announce(done);
  return { state: 'undone' };
}

/** The service answers any integer and takes only what is in the palette. */
export function paletteColor(color: number | null): (typeof TAG_COLORS)[number] | null {
  return TAG_COLORS.find((known) => known === color) ?? null;
}
