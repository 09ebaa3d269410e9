import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_WITHOUT_QUESTION } from '#src/bulk-edit/job-store.ts';
import type { JobSelection } from '#src/bulk-edit/prepare-set.ts';
import type { JobRow } from '#src/bulk-edit/receipt.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { keyStroke } from '#src/ui/keys/key-stroke.ts';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { messages as uiMessages } from '#src/ui/messages.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';

// A bulk change comes as one file, when tickets are being selected.
const loadStartJob = () => import('#src/bulk-edit/start-job.ts');
const ConfirmDialog = lazyPart(async () => (await import('#src/bulk-edit/confirm-dialog.tsx')).ConfirmDialog);

interface Change {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  readonly seen: number;
}

/**
 * Changes the selected tickets; over 50 of them only when somebody has seen what is among them.
 * @param onAnswered the question has gone: the focus belongs to the list
 */
export function useBulkChange(count: number, isUnderWay: boolean, onAnswered: () => void) {
  const [held, setHeld] = useState<Change | null>(null);
  /** Ids of tickets that the last change left out: they stay selected. */
  const leftOut = useRef<readonly string[]>([]);

  const start = useCallback((chosen: Change, confirmed?: JobRow[]): void => {
    const { selection, patch, seen } = chosen;
    const onLarge = () => setHeld({ selection, patch, seen });
    loadStartJob().then(
      ({ startJob }) => void startJob({ selection, patch, confirmed, onLarge }),
      () => void toast({ kind: 'error', text: uiMessages.partMissing }),
    );
  }, []);
  const change = useCallback(
    (chosen: Change): void => {
      leftOut.current = [];
      // While a job runs, the engine says so.
      if (chosen.seen > MAX_WITHOUT_QUESTION && !isUnderWay) setHeld(chosen);
      else start(chosen);
    },
    [isUnderWay, start],
  );

  const hasSelection = count > 0;
  const isLarge = count > MAX_WITHOUT_QUESTION;
  useEffect(() => {
    if (hasSelection) preloadCode(loadStartJob);
    if (isLarge) ConfirmDialog.preload();
  }, [hasSelection, isLarge]);

  const isHeld = held !== null;
  const wasHeld = useRef(isHeld);
  const answered = useRef(onAnswered);
  useEffect(() => {
    answered.current = onAnswered;
  });
  useEffect(() => {
    if (wasHeld.current && !isHeld) answered.current();
    wasHeld.current = isHeld;
  }, [isHeld]);

  const close = useCallback(() => setHeld(null), []);
  const dialog =
    held === null ? null : (
      <Suspense fallback={<DialogComing onCancel={close} />}>
        <ConfirmDialog
          selection={held.selection}
          patch={held.patch}
          seen={held.seen}
          onClose={close}
          onConfirm={(rows, out) => {
            close();
            leftOut.current = [...out].map(String);
            start(held, rows);
          }}
        />
      </Suspense>
    );
  return { change, leftOut, dialog };
}

/** Until the question stands there, keys are nobody's; Esc takes it back. */
function DialogComing({ onCancel }: { readonly onCancel: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      event.stopImmediatePropagation();
      const stroke = keyStroke(event);
      // With Ctrl or Command it can be the browser's.
      if (stroke === null || stroke.startsWith('mod+')) return;
      event.preventDefault();
      if (stroke === 'escape') onCancel();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [onCancel]);
  return null;
}
