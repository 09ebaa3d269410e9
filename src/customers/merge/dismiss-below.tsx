import { useState } from 'react';
import { dismissWeakDuplicates } from '#contract/customer-merges.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { WORTH_A_LOOK } from './queries.ts';

const texts = messages.below;

/** The pairs whose name is so common that it says nothing: how many there are, and a way to be rid of them. */
export function DismissBelow({ count }: { readonly count: number }) {
  const { reason } = useWriteAccess('customers:write');
  const [isAsking, setAsking] = useState(false);
  const { act, isBusy, error } = useAction();

  async function dismiss(): Promise<void> {
    const done = await act(async () => {
      let sum = 0;
      for (;;) {
        // Some thousand a call.
        const { dismissed, left } = await write(dismissWeakDuplicates, { body: { min_score: WORTH_A_LOOK } });
        sum += dismissed;
        if (left === 0 || dismissed === 0) return sum;
      }
    });
    if (done === null) return;
    setAsking(false);
    toast({ kind: 'done', text: texts.done(done, formatCount(done)) });
  }

  return (
    <p className="mt-1">
      {texts.count(count, formatCount(count))}{' '}
      <TextButton className="text-12 font-medium" onClick={() => setAsking(true)}>
        {texts.ask}
      </TextButton>
      {isAsking ? (
        <ConfirmDialog
          title={texts.title(count, formatCount(count))}
          submit={texts.submit(count, formatCount(count))}
          disabledReason={reason}
          isBusy={isBusy}
          error={error}
          onConfirm={() => void dismiss()}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">{texts.text}</p>
        </ConfirmDialog>
      ) : null}
    </p>
  );
}
