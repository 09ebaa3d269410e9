import { undoCustomerMerge } from '#contract/customer-merges.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { showFailure, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';

const messages = defineMessages({
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  receipt: 'Receipt',
  failed: (why: string) => `The merge was not undone. ${why}`,
  retry: 'Retry',
  kept: (n: number, count: string, into: string) =>
    plural(n, {
      one: `1 item added since stays with ${into}`,
      other: `${count} items added since stay with ${into}`,
    }),
});

interface Merged {
  /** Of the receipt. */
  readonly id: bigint;
  /** Names of the two. */
  readonly from: string;
  readonly into: string;
}

/** That two customers became one, with a way back and a way to the receipt. */
export function mergeUndoable(merged: Merged, openReceipt: () => void): Undoable {
  const { id, from, into } = merged;
  return {
    key: keyOf(id),
    text: messages.merged(from, into),
    also: { label: messages.receipt, run: openReceipt },
    undo: (retry) => undo(id, into, retry),
  };
}

/** The key of a merge among what Ctrl Z undoes. */
export function keyOf(id: bigint): string {
  return `merge-${id}`;
}

async function undo(id: bigint, into: string, retry: () => void): Promise<UndoOutcome> {
  try {
    const { kept } = await write(undoCustomerMerge, { body: { id } });
    if (kept.length === 0) return { state: 'undone' };
    return { state: 'undone', note: messages.kept(kept.length, formatCount(kept.length), into) };
  } catch (error) {
    const isFinal = error instanceof ApiFailure && (error.kind === 'conflict' || error.kind === 'not_found');
    showFailure(error, messages.failed, isFinal ? undefined : { label: messages.retry, run: retry });
    return isFinal ? { state: 'kept', note: error.message } : { state: 'failed' };
  }
}
