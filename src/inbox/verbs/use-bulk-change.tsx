import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { isBusy, jobStore, MAX_WITHOUT_QUESTION, panelVisibility, useJob } from '#src/bulk-edit/job-store.ts';
import type { JobSelection } from '#src/bulk-edit/prepare-set.ts';
import type { JobRow } from '#src/bulk-edit/receipt.ts';
import type { Selection } from '#src/inbox/list/use-selection.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { whenKeysRest } from '#src/ui/keys/shortcuts.ts';
import { beginUndo } from '#src/undo/undo.ts';
import { sayRunning, startJob } from '#src/bulk-edit/start-job.ts';
import { ConfirmDialog } from '#src/bulk-edit/confirm-dialog.tsx';

/** The selection as a job was given it, and where the cursor was then. */
interface Given extends Pick<Selection, 'ids' | 'isAllMatching'> {
  readonly cursorId: bigint | undefined;
}

interface Change {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  readonly seen: number;
  readonly given: Given;
}

interface Place {
  readonly selection: Selection;
  /** The id of the row that has the cursor. */
  readonly cursorId: () => bigint | undefined;
  /** The question has gone: the focus belongs to the list. */
  readonly onAnswered: () => void;
}

/**
 * Changes the selected tickets; over 50 of them only after a question with the exact number. The next key is for the row
 * of the cursor: a job has the selection.
 * @param count how many are selected
 */
export function useBulkChange(count: number, { selection, cursorId, onAnswered }: Place) {
  const [held, setHeld] = useState<Change | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const lastGiven = useRef<Given | null>(null);
  const phase = useJob()?.phase;
  const isUnderWay = isBusy(phase);
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });

  // Unless the keys have gone on: they mean another row, or what has been ticked since.
  const tickAgain = useCallback(
    (ids: Iterable<string>, isAllMatching = false): void => {
      const last = lastGiven.current;
      whenKeysRest(() => {
        const hasGoneOn =
          latest.current.ids.size > 0 || last !== lastGiven.current || (last !== null && last.cursorId !== cursorId());
        if (!hasGoneOn) latest.current.keep(ids, isAllMatching);
      });
    },
    [cursorId],
  );
  const start = useCallback(
    (chosen: Change, confirmed?: JobRow[]): void => {
      // Ctrl Z means it from now on.
      const settleUndo = beginUndo();
      panelVisibility.set('asked');
      setGiven(chosen.given);
      lastGiven.current = chosen.given;
      void startJob({ ...chosen, confirmed, settleUndo, onLarge: () => setHeld(chosen) })
        .then((hasBegun) => {
          if (!hasBegun) tickAgain(chosen.given.ids, chosen.given.isAllMatching);
        })
        .finally(() => {
          settleUndo(null);
          setGiven(null);
        });
    },
    [tickAgain],
  );
  /** Says so; null, since what is typed next would be for what did not open. */
  const refuse = useCallback((): null => {
    sayRunning();
    return null;
  }, []);
  /** One job at a time: nothing is done with another selection. */
  const isTaken = isUnderWay || given !== null;
  const change = useCallback(
    (jobSelection: JobSelection, patch: TicketPatch): void => {
      if (isTaken) return void refuse();
      const { ids, isAllMatching } = selection;
      const chosen = {
        selection: jobSelection,
        patch,
        seen: count,
        given: { ids, isAllMatching, cursorId: cursorId() },
      };
      if (count > MAX_WITHOUT_QUESTION) setHeld(chosen);
      else {
        // What is ticked from now on is another selection.
        selection.clear();
        start(chosen);
      }
    },
    [isTaken, selection, count, cursorId, refuse, start],
  );

  // Those that failed stay selected.
  useWhenOver(isUnderWay, () => {
    const job = jobStore.get();
    if (job?.mode === 'apply' && job.phase !== 'paused')
      tickAgain(job.failedRows.filter(({ state }) => state === 'failed').map(({ id }) => id.toString()));
  });
  useWhenOver(held !== null, onAnswered);

  const close = useCallback(() => setHeld(null), []);
  const dialog =
    held === null ? null : (
      <ConfirmDialog
        selection={held.selection}
        patch={held.patch}
        seen={held.seen}
        onClose={close}
        onConfirm={(rows) => {
          close();
          selection.clear();
          const ids = new Set(rows.map(({ id }) => id.toString()));
          start({ ...held, given: { ...held.given, ids, isAllMatching: false } }, rows);
        }}
      />
    );
  const isInJob = useCallback(
    ({ id }: Ticket): boolean => {
      // Ctrl Z takes it back as a job too.
      const now = given ?? (isUnderWay ? lastGiven.current : null);
      return now !== null && (now.isAllMatching || now.ids.has(id.toString()));
    },
    [given, isUnderWay],
  );
  return { change, refuse, isInJob, isTaken, dialog };
}

function useWhenOver(isOn: boolean, run: () => void): void {
  const wasOn = useRef(isOn);
  const over = useEffectEvent(run);
  useEffect(() => {
    if (wasOn.current && !isOn) over();
    wasOn.current = isOn;
  }, [isOn]);
}
