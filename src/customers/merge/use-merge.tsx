import { useEffect, useRef, useState, type ReactNode } from 'react';
import { mergeCustomers } from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { holdUndo } from '#src/undo/undo.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { dismissPair } from './dismiss-pair.ts';
import type { FieldChoices } from './field-choice.ts';
import type { Pair } from './merge-pair.ts';
import { oneCustomerOptions } from './merge-queries.ts';
import { messages } from './pair-messages.ts';
import { offerUnmerge } from './undo-merge.ts';

interface MergeInput {
  readonly pair: Pair;
  readonly survivor: bigint;
  readonly merged: bigint;
  readonly fields: FieldChoices;
  /** As they stand in the pair. */
  readonly identities: readonly [CustomerIdentity, CustomerIdentity];
  readonly onDone: (gone: bigint | null) => void;
  readonly onReceipt: (id: bigint) => void;
}

/** Merges a pair or puts it aside: once, however often it is pressed. */
export function useMerge({ pair, survivor, merged, fields, identities, onDone, onReceipt }: MergeInput) {
  const [busy, setBusy] = useState<'merge' | 'dismiss' | null>(null);
  const [error, setError] = useState<Error | null>(null);
  // A second press may come before the first one has been drawn.
  const isActing = useRef(false);
  // Who has gone on to another pair by then is left there.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const done = (gone: bigint | null): void => {
    if (isShown.current) onDone(gone);
  };
  const nameOf = (id: bigint): string => customerName(id === pair[0] ? identities[0] : identities[1]);

  async function act(kind: 'merge' | 'dismiss', run: () => Promise<void>): Promise<void> {
    if (isActing.current) return;
    isActing.current = true;
    setBusy(kind);
    setError(null);
    const release = holdUndo();
    try {
      await run();
    } finally {
      isActing.current = false;
      setBusy(null);
      release();
    }
  }

  async function mergeNow(): Promise<void> {
    const body = { survivor_id: survivor, merged_id: merged, fields };
    try {
      const { id } = await write(mergeCustomers, { body }, { refetch: 'none' });
      if (id !== null) offerUnmerge({ id, from: nameOf(merged), into: nameOf(survivor) }, () => onReceipt(id));
      done(merged);
      void invalidateTouched(mergeCustomers);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      // Somebody else may have been first, or the answer was lost: what the service has now is shown.
      void Promise.all([survivor, merged].map((id) => queryClient.invalidateQueries(oneCustomerOptions(id))));
      void invalidateTouched({ touches: ['customer_duplicates', 'customer_merges'] });
    }
  }

  return {
    isMerging: busy === 'merge',
    isDismissing: busy === 'dismiss',
    failure: <MergeFailure error={error} />,
    merge: () => void act('merge', mergeNow),
    dismiss: (dismissed: boolean) =>
      void act('dismiss', async () => {
        if (await dismissPair(pair, [nameOf(pair[0]), nameOf(pair[1])], dismissed)) done(null);
      }),
  };
}

/** Why the two were not merged; where nobody knows whether they were, it says that. */
function MergeFailure({ error }: { readonly error: Error | null }): ReactNode {
  const isUnsure = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-4 flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-[3px] flex-none" />
          <span>
            {isUnsure ? messages.unsure : messages.mergeFailed(failureMessage(error))}{' '}
            {requestId === null ? null : ui.requestIs(requestId)}
          </span>
        </p>
      )}
    </div>
  );
}
