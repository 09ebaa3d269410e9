import { addCustomerNote, deleteCustomerNote, listCustomerNotes, type CustomerNote } from '#contract/customer-notes.ts';
import type { Reply } from '#contract/operation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { messages } from './messages.ts';

const texts = messages.notes;

/** Adds a note with a way back. @throws ApiFailure */
export async function addNote(customerId: bigint, body: string): Promise<void> {
  const release = holdUndo();
  try {
    const { id } = await write(addCustomerNote, { body: { identity_id: customerId, body } });
    offerUndo({
      text: texts.added,
      undo: () => outcomeOf(write(deleteCustomerNote, { query: { id } }, { failed: texts.addUndoFailed })),
    });
  } finally {
    release();
  }
}

/** Takes a note away at once and deletes it behind that, with a way back; a toast says where it failed. */
export async function deleteNote(note: CustomerNote): Promise<void> {
  const { id, identity_id, body } = note;
  const release = holdUndo();
  const pages = { queryKey: [listCustomerNotes.resource, listCustomerNotes.name, { identity_id }] };
  await queryClient.cancelQueries(pages);
  const before = queryClient.getQueriesData(pages);
  queryClient.setQueriesData<Reply<typeof listCustomerNotes>>(
    pages,
    (notes) =>
      notes && { items: notes.items.filter((one) => one.id !== id), total_count: Math.max(0, notes.total_count - 1) },
  );
  try {
    await write(deleteCustomerNote, { query: { id } }, { failed: texts.removeFailed });
    offerUndo({
      text: texts.removed,
      undo: async () => ({
        ...(await outcomeOf(write(addCustomerNote, { body: { identity_id, body } }, { failed: texts.undoFailed }))),
        note: texts.putBack,
      }),
    });
  } catch {
    // Its toast has said it.
    for (const [key, notes] of before) queryClient.setQueryData(key, notes);
  } finally {
    release();
  }
}

async function outcomeOf(sent: Promise<unknown>): Promise<UndoOutcome> {
  try {
    await sent;
    return { state: 'undone' };
  } catch {
    return { state: 'failed' };
  }
}
