import * as z from 'zod/mini';
import { listCustomerMerges, undoCustomerMerge } from '#contract/customer-merges.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { showFailure, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import type { Undoable, UndoKind, UndoOutcome } from '#src/undo/undo-entry.ts';

/** Apart from the other words: the history of changes knows them on every page. */
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
  already: 'It was already undone.',
  tooLate: 'The 30 days to undo it are over.',
  gone: 'Its receipt no longer exists.',
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
    recipe: { kind: 'merge', mergeId: String(id), from, into } satisfies z.output<typeof recipeOfMerge>,
    ...undoOfMerge(merged),
  };
}

const recipeOfMerge = z.object({ kind: z.literal('merge'), mergeId: z.string(), from: z.string(), into: z.string() });

/** Merges, after a reload. */
export const MERGE_UNDO: UndoKind = {
  kind: 'merge',
  async restore(_siteId, changes) {
    return changes.map(({ recipe }) => {
      const { data } = recipeOfMerge.safeParse(recipe);
      return data === undefined ? null : undoOfMerge({ ...data, id: BigInt(data.mergeId) });
    });
  },
};

/** The key of a merge in the history of changes. */
export function keyOf(id: bigint): string {
  return `merge-${id}`;
}

/** How a merge is taken back, and what would stand against it. */
function undoOfMerge({ id, into }: Merged): Pick<Undoable, 'undo' | 'check'> {
  return { undo: (retry) => undo(id, into, retry), check: () => reasonAgainst(id) };
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

async function reasonAgainst(id: bigint): Promise<string | null> {
  const { items } = await call(listCustomerMerges, { query: { id }, priority: 'background' });
  const [receipt] = items;
  if (receipt === undefined) return messages.gone;
  if (receipt.undone_utc !== null) return messages.already;
  return Date.parse(receipt.undo_until_utc) < Date.now() ? messages.tooLate : null;
}
