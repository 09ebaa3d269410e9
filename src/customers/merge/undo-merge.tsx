import { undoCustomerMerge, type CustomerMerge, type KeptRow } from '#contract/customer-merges.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { showFailure, useWrite, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { settleUndo } from '#src/undo/undo.ts';
import { undoMessages as messages } from './messages.ts';
import { formatMoved, namesOf } from './queries.ts';

interface Merged {
  readonly id: bigint;
  readonly from: string;
  readonly into: string;
}

/** The toast of a merge, with undo and a link to the past merge. */
export function mergeUndoable({ id, from, into }: Merged, openDetails: () => void): Undoable {
  return {
    key: keyOf(id),
    text: messages.merged(from, into),
    also: { label: messages.details, run: openDetails },
    undo: (retry) => undo(id, into, retry),
  };
}

/** The key on the stack of undo. */
function keyOf(id: bigint): string {
  return `merge-${id}`;
}

async function undo(id: bigint, into: string, retry: () => void): Promise<UndoOutcome> {
  try {
    const { kept } = await write(undoCustomerMerge, { body: { id } });
    return kept.length === 0 ? { state: 'undone' } : { state: 'undone', note: formatKept(kept, into) };
  } catch (error) {
    const isFinal = error instanceof ApiFailure && (error.kind === 'conflict' || error.kind === 'not_found');
    showFailure(error, messages.failed, isFinal ? undefined : { label: messages.retry, run: retry });
    return isFinal ? { state: 'kept', note: error.message } : { state: 'failed' };
  }
}

function formatKept(kept: readonly KeptRow[], into: string): string {
  return messages.kept(kept.length, formatCount(kept.length), into);
}

/** Asks before a merge is undone: what goes back, and what stays. A toast says what stayed. */
export function UndoDialog({ merge, onClose }: { readonly merge: CustomerMerge; readonly onClose: () => void }) {
  const { write: send, isBusy, error } = useWrite(undoCustomerMerge);
  const { from, into } = namesOf(merge);
  const moved = formatMoved(merge.moved);

  async function confirm(): Promise<void> {
    const undone = await send({ body: { id: merge.id } });
    if (undone === null) return;
    settleUndo(keyOf(merge.id), { state: 'undone' });
    const done = messages.done(from, into);
    toast({
      kind: 'done',
      text: undone.kept.length === 0 ? done : messages.withKept(done, formatKept(undone.kept, into)),
      stayMs: 15_000,
    });
    onClose();
  }

  return (
    <ConfirmDialog
      title={messages.undo}
      submit={messages.undo}
      isBusy={isBusy}
      error={error}
      failed={messages.failed}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1 text-ink-2 [overflow-wrap:anywhere]">
        <p className="font-medium text-ink">
          <AddressText text={messages.sentence(from, into)} />
        </p>
        {moved === null ? null : (
          <p>
            <AddressText text={messages.goesBack(moved, from)} />
          </p>
        )}
        <p>
          <AddressText text={messages.stays(into)} />
        </p>
      </div>
    </ConfirmDialog>
  );
}
