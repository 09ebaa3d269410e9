import type { Ticket } from '#contract/tickets.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { changedFields } from './apply-patch.ts';
import { changeOf, setChange, type TicketPatch } from './change-store.ts';
import { rowFailureMessage } from './row-failure-message.ts';
import { ConflictError } from './save-ticket.ts';
import { setTicketInCache } from './tickets-cache.ts';
import { offerUndoOf } from './undo-change.ts';
import { UpdateQueue, type UpdateListener } from './update-queue.ts';

const SAVED_MS = 2_000;

const queues = new Map<bigint, UpdateQueue>();
/** What the last answers said: a page that has not drawn them yet still hands over the ticket as it was. */
const answered = new Map<bigint, Ticket>();

/**
 * Changes a ticket: shown at once, saved behind it, undone from the toast. What is so already is not sent; a choice
 * made while another one is on its way wins, whatever the answer to the first says.
 * @param ticket as the service has it; with `version` a change by somebody else is never overwritten
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
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
    if (hasSaved) showSaved(ticket);
    else setChange(ticket.id, null);
  },
  onFailed(base, unsaved, error) {
    queues.delete(base.id);
    showFailed(base, unsaved, error);
    scheduleInvalidation(updateTicket);
  },
};

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
