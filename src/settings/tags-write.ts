import type { TagRecord } from '#contract/tags.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { describeFailure } from '#src/api/describe-failure.ts';
import { createTag, deleteTag, updateTag } from '#src/api/more-endpoints.ts';
import { queryClient } from '#src/api/query-client.ts';
import { formatCount } from '#src/format/number.ts';
import { allTags } from '#src/ticket-changes/all-tags.ts';
import { refreshSoon } from '#src/ticket-changes/put-tickets.ts';
import { offerUndo } from '#src/ticket-changes/undo.ts';
import { announce } from '#src/ui/announce.ts';
import { toast } from '#src/ui/toast-store.ts';
import { messages } from './tags-messages.ts';

/** A failed write in one line, for the form that it came from. */
export function whyNot(error: unknown): string {
  if (error instanceof ApiFailure && (error.kind === 'bad_request' || error.kind === 'conflict')) return error.message;
  const { title, text } = describeFailure(error);
  return messages.failed(title, text);
}

/** What the lists show is asked for anew: a rename is seen on every ticket. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: allTags.queryKey });
  refreshSoon();
}

/** @throws ApiFailure */
export async function makeTag(name: string, color: number | null): Promise<void> {
  const made = await call(createTag, { body: { name, color: paletteColor(color) } });
  toast({ kind: 'done', text: messages.create.done(made.name) });
  await refresh();
}

/** @throws ApiFailure */
export async function renameTag(tag: TagRecord, name: string): Promise<void> {
  const { changed_tickets: n, ...renamed } = await call(updateTag, { body: { id: tag.id, name } });
  offerUndo({
    text: messages.rename.done(tag.name, renamed.name, n, formatCount(n)),
    undo: () =>
      takeBack(renamed.name, messages.rename.undone(tag.name), () =>
        call(updateTag, { body: { id: tag.id, name: tag.name } }),
      ),
  });
  await refresh();
}

/** Shown at once and saved behind it. */
export async function colourTag(tag: TagRecord, color: number | null): Promise<void> {
  if (color === tag.color) return;
  const before = queryClient.getQueryData(allTags.queryKey);
  await queryClient.cancelQueries({ queryKey: allTags.queryKey });
  queryClient.setQueryData(
    allTags.queryKey,
    (all) => all && { ...all, tags: all.tags.map((one) => (one.id === tag.id ? { ...one, color } : one)) },
  );
  try {
    await call(updateTag, { body: { id: tag.id, color: paletteColor(color) } });
    offerUndo({
      text: messages.colour.changed(tag.name),
      undo: () =>
        takeBack(tag.name, messages.colour.undone(tag.name), () =>
          call(updateTag, { body: { id: tag.id, color: paletteColor(tag.color) } }),
        ),
    });
  } catch (error) {
    queryClient.setQueryData(allTags.queryKey, before);
    const requestId = error instanceof ApiFailure ? error.requestId : null;
    toast({ kind: 'error', text: whyNot(error), requestId });
  }
  await queryClient.invalidateQueries({ queryKey: allTags.queryKey });
}

/** @throws ApiFailure */
export async function mergeTags(from: TagRecord, into: TagRecord): Promise<void> {
  const { changed_tickets: n } = await call(updateTag, { body: { id: from.id, merge_into_id: into.id } });
  toast({ kind: 'done', text: messages.merging.done(from.name, into.name, n, formatCount(n)) });
  await refresh();
}

/** @throws ApiFailure */
export async function removeTag(tag: TagRecord): Promise<void> {
  const { changed_tickets: n } = await call(deleteTag, { query: { id: tag.id } });
  toast({ kind: 'done', text: messages.removing.done(tag.name, n, formatCount(n)) });
  await refresh();
}

async function takeBack(name: string, done: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    announce(done);
  } catch (error) {
    const requestId = error instanceof ApiFailure ? error.requestId : null;
    toast({ kind: 'error', text: messages.undoFailed(name, whyNot(error)), requestId });
  }
  await refresh();
}

/** The service answers any integer and takes only what is in the palette. */
function paletteColor(color: number | null): 1 | 2 | 3 | 4 | 5 | 6 | null {
  return ([1, 2, 3, 4, 5, 6] as const).find((place) => place === color) ?? null;
}
