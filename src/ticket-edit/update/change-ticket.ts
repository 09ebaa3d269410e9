import { updateTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { displayZone } from '#src/browser/zone.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { dropUndo, holdUndo, offerUndo } from '#src/undo/undo.ts';
import { changedFields, mergePatches } from './apply-patch.ts';
import { changeOf, reportOwnChange, setChange, type TicketPatch } from './change-store.ts';
import { describePatch, rowFailureMessage } from './describe-change.ts';
import { addOfflineChange, hasOfflineChange, startSending, takeBack } from './offline-changes.ts';
import { ConflictError, saveTicket, type SavedChange, setTicketInCache } from './save-ticket.ts';
import { offerUndoOf, undoSubjectOf } from './undo-change.ts';

const SAVED_MS = 2_000;
const AFTER_PAINT_MS = 24;

/** The changes of one ticket, one call at a time: see docs/decisions/0008-one-queue-a-ticket.md */
interface UpdateQueue {
  /** As the last answer had it. */
  base: Ticket;
  sent: TicketPatch | null;
  /** Chosen meanwhile, and sent as one. */
  next: TicketPatch | null;
}

const queues = new Map<bigint, UpdateQueue>();
/** The lines of the history of changes that wait for a connection: once sent, they have one with the service's way back. */
const waitingKeys = new Map<bigint, readonly string[]>();
/** The last answers: a page that has not drawn them yet still hands over the ticket as it was. */
const answered = new Map<bigint, Ticket>();

/**
 * Changes a ticket: shown at once, saved behind it, undone from the toast. What is so already is not sent; a choice
 * made while another one is on its way wins, whatever the answer to the first says.
 * @param ticket as the service has it; with `version` a change by another person is never overwritten
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
  reportOwnChange({ kind: 'patch', ticketId: ticket.id, patch });
  // Behind what waits already, or the older choice would win.
  if (hasOfflineChange(ticket.id)) return changeOffline(ticket, patch);
  const queue = queues.get(ticket.id);
  if (queue === undefined) {
    const known = answered.get(ticket.id);
    const isOld = known !== undefined && (known.version ?? 0) > (ticket.version ?? 0);
    void sendAll({ base: isOld ? known : ticket, sent: null, next: patch });
  } else {
    queue.next = queue.next === null ? patch : mergePatches(queue.next, patch);
    showPending(queue);
  }
}

async function sendAll(queue: UpdateQueue): Promise<void> {
  const { id } = queue.base;
  queues.set(id, queue);
  // Ctrl Z waits for what is on its way.
  const release = holdUndo();
  showPending(queue);
  // The choice is drawn first: to send a call takes longer than a frame may.
  await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT_MS));
  let hasSaved = false;
  let failure: { readonly error: unknown } | null = null;
  try {
    while (queue.next !== null) {
      queue.sent = queue.next;
      queue.next = null;
      const saved = await saveTicket(queue.base, queue.sent);
      if (saved !== null) {
        hasSaved = true;
        queue.base = saved.after;
        takeSaved(saved);
      }
      queue.sent = null;
      showPending(queue);
    }
  } catch (error) {
    failure = { error };
  }
  queues.delete(id);
  release();
  if (failure !== null) takeFailure(queue.base, unsavedOf(queue) ?? {}, failure.error);
  else if (hasSaved) showSaved(queue.base);
  else setChange(id, null);
}

/** All that is chosen and not saved, as one patch. */
function unsavedOf({ sent, next }: UpdateQueue): TicketPatch | null {
  return sent === null || next === null ? (sent ?? next) : mergePatches(sent, next);
}

function showPending(queue: UpdateQueue): void {
  const patch = unsavedOf(queue);
  if (patch !== null) showSaving(queue.base, patch);
}

function showSaving(base: Ticket, patch: TicketPatch): void {
  setChange(base.id, { fields: changedFields(base, patch), state: 'saving', holdsRow: true });
}

function takeSaved(change: SavedChange): void {
  setTicketInCache(change.after);
  offerUndoOf(change);
}

function takeFailure(base: Ticket, unsaved: TicketPatch, error: unknown): void {
  if (isUnreached(error)) return changeOffline(base, unsaved);
  showFailed(base, unsaved, error);
  scheduleInvalidation(updateTicket);
}

/** Nothing answered: it is sent with the next connection, and the undo takes it back. */
function changeOffline(base: Ticket, patch: TicketPatch): void {
  addOfflineChange(base, patch);
  const what = messages.number(String(base.ticket_number));
  const key = `waiting ${base.id} ${performance.now()}`;
  waitingKeys.set(base.id, [...(waitingKeys.get(base.id) ?? []), key]);
  offerUndo({
    key,
    subject: undoSubjectOf(base.id),
    text: messages.queued(messages.done(what, describePatch(patch, displayZone()))),
    undo: async () => {
      const isTaken = takeBack(base.id, patch);
      announce(isTaken ? messages.undone(what) : messages.nothingToUndo);
      // It may have arrived all the same: what the service has is what is shown.
      scheduleInvalidation(updateTicket);
      return { state: isTaken ? 'undone' : 'failed' };
    },
  });
}

/** Sends what waited for a connection, now and with each that comes. */
export function startOfflineChanges(): void {
  startSending(async (base, patch, isOwn) => {
    showSaving(base, patch);
    try {
      if (!isOwn) throw new ApiFailure('unauthorized', 'another token');
      const saved = await saveTicket(base, patch);
      for (const key of waitingKeys.get(base.id) ?? []) dropUndo(key);
      waitingKeys.delete(base.id);
      if (saved !== null) takeSaved(saved);
      showSaved(saved?.after ?? base);
      return saved?.after ?? null;
    } catch (error) {
      if (isUnreached(error)) return 'unreached';
      takeFailure(base, patch, error);
      return null;
    }
  });
}

/** No answer at all. What may have arrived all the same is found by its version when it is sent again. */
function isUnreached(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'network';
}

function showSaved(ticket: Ticket): void {
  const { id } = ticket;
  const done = { fields: {}, state: 'saved' } as const;
  setChange(id, done);
  answered.set(id, ticket);
  setTimeout(() => {
    if (changeOf(id) === done) setChange(id, null);
    if (answered.get(id) === ticket) answered.delete(id);
  }, SAVED_MS);
  scheduleInvalidation(updateTicket);
}

function showFailed(base: Ticket, unsaved: TicketPatch, error: unknown): void {
  const isConflict = error instanceof ConflictError;
  const reason = isConflict ? messages.why.conflict : rowFailureMessage(error);
  const retry = (): void => changeTicket(isConflict ? error.current : base, unsaved);
  const dismiss = (): void => {
    setChange(base.id, null);
    // Lists kept its row until now.
    scheduleInvalidation(updateTicket);
  };
  const failed = { fields: {}, state: 'failed', reason, retry, dismiss, holdsRow: true } as const;
  if (isConflict) {
    const { before, current } = error;
    setTicketInCache(current);
    const conflict = { before, current, patch: unsaved, keepTheirs: dismiss, applyMine: retry };
    setChange(base.id, { ...failed, conflict });
  } else setChange(base.id, failed);
  announce(messages.failed(messages.number(String(base.ticket_number)), reason), 'assertive');
}
