import { useCallback, useEffect, useRef, useState } from 'react';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { isJobBusy, MAX_WITHOUT_QUESTION, sayRunning, startJob, useBulkJob } from '#src/bulk-edit/bulk-job.ts';
import type { BulkRow, BulkSelection } from '#src/bulk-edit/bulk-set.ts';
import { ConfirmDialog } from '#src/bulk-edit/confirm-dialog.tsx';
import type { Selection } from '#src/inbox/list/use-selection.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';

interface Change {
  readonly set: BulkSelection;
  readonly patch: TicketPatch;
  /** Tickets that the person saw selected. */
  readonly seen: number;
}

/**
 * Changes the selected tickets, over 50 of them only after a question. The selection is cleared at once, so that the next
 * key is for the cursor's row.
 * @param onAnswered the question was closed: moves the focus to the list
 */
export function useBulkChange(count: number, selection: Selection, onAnswered: () => void) {
  const hasBulk = isWholeService(useWhoami());
  const isRunning = isJobBusy(useBulkJob());
  const [asked, setAsked] = useState<Change | null>(null);

  const start = useCallback(
    (change: Change, confirmed?: BulkRow[]): void => {
      const { ids, isAllMatching } = selection;
      selection.clear();
      void startJob({ ...change, selection: change.set, hasBulk, confirmed, onLarge: () => setAsked(change) }).then(
        (hasStarted) => hasStarted || selection.keep(ids, isAllMatching),
      );
    },
    [selection, hasBulk],
  );
  const change = useCallback(
    (set: BulkSelection, patch: TicketPatch): void => {
      if (isRunning) return sayRunning();
      const chosen = { set, patch, seen: count };
      if (count > MAX_WITHOUT_QUESTION) setAsked(chosen);
      else start(chosen);
    },
    [isRunning, count, start],
  );

  const wasAsked = useRef(false);
  useEffect(() => {
    if (wasAsked.current && asked === null) onAnswered();
    wasAsked.current = asked !== null;
  }, [asked, onAnswered]);
  const close = useCallback(() => setAsked(null), []);
  const dialog =
    asked === null ? null : (
      <ConfirmDialog
        selection={asked.set}
        patch={asked.patch}
        seen={asked.seen}
        onClose={close}
        onConfirm={(rows) => {
          close();
          start(asked, rows);
        }}
      />
    );
  return { change, isRunning, dialog };
}
