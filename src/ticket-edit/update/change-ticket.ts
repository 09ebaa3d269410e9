import type { Ticket } from '#contract/tickets.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { displayZone } from '#src/browser/zone.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { reportOwnChange } from './own-changes.ts';
import { dropUndo, holdUndo, offerUndo } from '#src/undo/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { changedFields } from './apply-patch.ts';
import { changeOf, setChange, type TicketPatch } from './change-store.ts';
import { describePatch } from './describe-patch.ts';
import { rowFailureMessage } from './row-failure-message.ts';
import { ConflictError, saveTicket } from './save-ticket.ts';
import { enqueue, isQueued, startSendQueue, takeBack } from './send-queue.ts';
import { setTicketInCache } from './tickets-cache.ts';
import { offerUndoOf, undoSubjectOf } from './undo-change.ts';
import { UpdateQueue, type UpdateListener } from './update-queue.ts';

const SAVED_MS = 2_000;

const queues = new Map<bigint, UpdateQueue>();
/** Ctrl Z waits for changes on their way. */
const releases = new Map<bigint, () => void>();
/** The lines of the history of changes that wait for a connection: once sent, they have one with the service's way back. */
const waitingKeys = new Map<bigint, readonly string[]>();
/** What the last answers said: a page that has not drawn them yet still hands over the ticket as it was. */
const answered = new Map<bigint, Ticket>();

/**
 * Changes a ticket: shown at once, saved behind it, undone from the toast. What is so already is not sent; a choice
 * made while another one is on its way wins, whatever the answer to the first says.
 * @param ticket as the service has it; with `version` a change by somebody else is never overwritten
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
  reportOwnChange({ kind: 'patch', ticketId: ticket.id, patch });
  // Behind what waits already, or the older choice would win.
  if (isQueued(ticket.id)) return queueChange(ticket, patch);
  if (!releases.has(ticket.id)) releases.set(ticket.id, holdUndo());
  const queue = queues.get(ticket.id) ?? new UpdateQueue(newestOf(ticket), listener);
  queues.set(ticket.id, queue);
  queue.add(patch);
}

function newestOf(ticket: Ticket): Ticket {
  const known = answered.get(ticket.id);
  return known !== undefined && (known.version ?? 0) > (ticket.version ?? 0) ? known : ticket;
}

const listener: UpdateListener = {
  onPending: (base, patch) =>
    setChange(base.id, { fields: changedFields(base, patch), state: 'saving', holdsRow: true }),
  onSaved(change) {
    setTicketInCache(change.after);
    offerUndoOf(change);
  },
  onEnd(ticket, hasSaved) {
    queues.delete(ticket.id);
    releaseUndo(ticket.id);
    if (hasSaved) showSaved(ticket);
    else setChange(ticket.id, null);
  },
  onFailed(base, unsaved, error) {
    queues.delete(base.id);
    releaseUndo(base.id);
    if (isUnreached(error)) return queueChange(base, unsaved);
    showFailed(base, unsaved, error);
    scheduleInvalidation(updateTicket);
  },
};

function releaseUndo(id: bigint): void {
  releases.get(id)?.();
  releases.delete(id);
}

/** Nothing answered: it is sent with the next connection, and the undo takes it out of the queue. */
function queueChange(base: Ticket, patch: TicketPatch): void {
  enqueue(base, patch);
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
export function startQueuedChanges(): void {
  startSendQueue(async (base, patch, isOwn) => {
    setChange(base.id, { fields: changedFields(base, patch), state: 'saving', holdsRow: true });
    try {
      if (!isOwn) throw new ApiFailure('unauthorized', 'another token');
      const saved = await saveTicket(base, patch);
      for (const key of waitingKeys.get(base.id) ?? []) dropUndo(key);
      waitingKeys.delete(base.id);
      if (saved !== null) listener.onSaved(saved);
      listener.onEnd(saved?.after ?? base, true);
      return saved?.after ?? null;
    } catch (error) {
      if (isUnreached(error)) return 'unreached';
      showFailed(base, patch, error);
      scheduleInvalidation(updateTicket);
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
  const what = messages.number(String(base.ticket_number));
  const dismiss = (): void => {
    setChange(base.id, null);
    // Lists kept its row until now.
    scheduleInvalidation(updateTicket);
  };
  const failed = { fields: {}, state: 'failed', dismiss, holdsRow: true } as const;
  if (error instanceof ConflictError) {
    const { before, current } = error;
    setTicketInCache(current);
    const applyMine = (): void => changeTicket(current, unsaved);
    const conflict = { before, current, patch: unsaved, keepTheirs: dismiss, applyMine };
    setChange(base.id, { ...failed, reason: messages.why.conflict, retry: applyMine, conflict });
    announce(messages.failed(what, messages.why.conflict), 'assertive');
    return;
  }
  const reason = rowFailureMessage(error);
  setChange(base.id, { ...failed, reason, retry: () => changeTicket(base, unsaved) });
  announce(messages.failed(what, reason), 'assertive');
}
