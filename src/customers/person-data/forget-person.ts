import { eraseCustomer } from '#contract/customer-data.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { dropUndo, undoHistory } from '#src/ticket-edit/undo.ts';

/**
 * Nothing of an erased person stays in this tab: answers that are not on screen are dropped, those that are are asked
 * for anew, and changes that name the person leave the history.
 * @param words name, email and phone
 */
export async function forgetPerson(words: readonly string[]): Promise<void> {
  for (const { key, text } of undoHistory.get()) if (words.some((word) => text.includes(word))) dropUndo(key);
  const touched = new Set<unknown>(eraseCustomer.touches);
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => touched.has(queryKey[0]) });
  await invalidateTouched(eraseCustomer);
}
