import { useEffect } from 'react';
import { onOwnChange, type OwnChange } from '#src/ticket-edit/update/own-changes.ts';
import { TICKET_UNDO } from '#src/ticket-edit/update/undo-change.ts';
import { undoHistory } from '#src/undo/undo.ts';
import { withOutcome, withoutOutcome, type Outcome } from './queue-model.ts';
import { queueAtom, setQueue } from './queue-store.ts';

/**
 * Keeps the outcomes of the queue: whatever this person does to a ticket, by whichever key or button, and whatever is
 * undone. @param goOn told which ticket is done with
 */
export function useOutcomes(goOn: (id: string) => void): void {
  useEffect(
    () =>
      onOwnChange((change) => {
        const queue = queueAtom.get();
        const id = change.ticketId.toString();
        if (queue === null) return;
        const outcome = outcomeOf(change);
        setQueue(outcome === null ? withoutOutcome(queue, id) : withOutcome(queue, id, outcome));
        if (isDone(outcome)) goOn(id);
      }),
    [goOn],
  );
  useEffect(() => {
    const seen = new Set(undone().map(({ key }) => key));
    return undoHistory.subscribe(() => {
      for (const { key, subject } of undone()) {
        if (seen.has(key)) continue;
        seen.add(key);
        const queue = queueAtom.get();
        if (queue !== null && subject?.kind === TICKET_UNDO.kind) setQueue(withoutOutcome(queue, subject.id));
      }
    }).unsubscribe;
  }, []);
}

const undone = () => undoHistory.get().filter(({ state }) => state === 'undone');

/** Null: the ticket is to be done again. */
function outcomeOf(change: OwnChange): Outcome | null {
  if (change.kind === 'comment' && (change.status === null || change.status === 'open')) {
    return change.visibility === 'public' ? 'replied' : 'noted';
  }
  const { status, snoozedUntilUtc } =
    change.kind === 'comment' ? { status: change.status, snoozedUntilUtc: undefined } : change.patch;
  if (status === 'open') return null;
  if (status != null) return status;
  return typeof snoozedUntilUtc === 'string' ? 'snoozed' : 'changed';
}

function isDone(outcome: Outcome | null): boolean {
  return outcome === 'resolved' || outcome === 'closed' || outcome === 'pending' || outcome === 'snoozed';
}
