import type { Ticket } from '#contract/tickets.ts';
import { displayZone } from '#src/browser/zone.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { dropUndo, offerUndo, updateUndo } from '#src/undo/undo.ts';
import { changedFields, isNoChange } from './apply-patch.ts';
import { outgoingStatuses, setChange, type TicketPatch } from './change-store.ts';
import { describePatch, rowFailureMessage } from './describe-change.ts';
import { startSending, watchOffline } from './offline-changes.ts';
import { reportOwnChange } from './own-changes.ts';
import { ConflictError } from './save-ticket.ts';
import {
  addStep,
  clearFailure,
  ownQueues,
  queueOf,
  removeStep,
  type StepFailure,
  type StepQueue,
  take,
  wayOf,
} from './step-queue.ts';
import { tellFailure } from './tell-failure.ts';
import { failWith, isSuperseded, shownFields, type ChangeStep, type Step, type Way } from './ticket-steps.ts';
import { undoSubjectOf, type UndoneTicket } from './undone-ticket.ts';

let lastStep = 0;

/**
 * Changes a ticket: shown at once and undone by Ctrl Z from now on, saved behind it in the order of the choices, each with
 * a call of its own. What is so already is not sent.
 * @param ticket as the service has it; with `version` a change by another person is never overwritten
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
  const { id, ticket_number: number } = ticket;
  const waiting = outgoingStatuses.get().get(id);
  const isChosenAnew = patch.status !== undefined && (waiting?.status ?? patch.status) !== patch.status;
  reportOwnChange({ kind: 'patch', ticketId: id, patch });
  own();
  const queue = queueOf({ id, number, ticket });
  const { failure } = queue;
  if (failure !== null) {
    // What is chosen anew is no longer to be tried again.
    const patches = failure.patches.filter((old) => !isSuperseded(old, patch));
    queue.failure = patches.length === 0 ? null : { ...failure, patches };
  }
  const base = queue.base ?? ticket;
  const shown = { ...base, ...shownFields(base, queue.steps) };
  // A message that was tried is through before this change; another one goes without its status.
  const before = waiting?.isTried === true ? { ...shown, status: waiting.status } : shown;
  const isSo = isNoChange(changedFields(before, patch));
  if (isSo && failure !== queue.failure) clearFailure(queue);
  if (isSo && !isChosenAnew) return;
  const key = newKey(id);
  offerUndo({
    key,
    text: wordsOf(queue, patch, queue.isOffline),
    subject: undoSubjectOf(id),
    isAtOnce: true,
    undo: (retry, turn) => {
      reportOwnChange({ kind: 'undone', ticketId: id, patch });
      return isSo ? Promise.resolve({ state: 'undone' }) : takeBack({ id, number }, key, null, retry, turn);
    },
  });
  if (!isSo) addStep(queue, { kind: 'change', key, patch, isTried: false });
}

/**
 * Sends something else about a ticket, such as a message that sets its status, in the order of its changes, and answers
 * what `send` answered. @param send is handed the ticket as the last answer had it, and answers it as it is then
 */
export async function sendInTurn<Result>(
  { id, number }: UndoneTicket,
  send: (base: Ticket | null) => Promise<{ readonly ticket: Ticket | null; readonly result: Result }>,
): Promise<Result> {
  own();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  addStep(queueOf({ id, number, ticket: null }), {
    kind: 'other',
    key: newKey(id),
    isTried: false,
    send: async (base) => {
      try {
        const { ticket, result } = await send(base);
        resolve(result);
        return ticket;
      } catch (error) {
        reject(error);
        return null;
      }
    },
  });
  return promise;
}

/**
 * Takes a change back at once: one that was not sent is never sent, for another its inverse is sent behind it.
 * @param given the way back of one that this page did not send
 */
export function takeBack(
  ticket: UndoneTicket,
  key: string,
  given: Way | null,
  retry: () => void,
  turn: Promise<void>,
): Promise<UndoOutcome> {
  own();
  const queue = queueOf({ ...ticket, ticket: null });
  const steps = queue.steps.filter((step) => step.key === key);
  const change = steps.find(({ kind }) => kind === 'change');
  if (change !== undefined && !change.isTried) {
    removeStep(queue, change);
    announce(messages.undone(messages.number(String(ticket.number))));
    return Promise.resolve({ state: 'undone' });
  }
  const sent = steps.find((step) => step.kind === 'undo');
  if (sent !== undefined) return sent.outcome.promise;
  const way = wayOf(key) ?? given;
  if (change === undefined && way === null) return Promise.resolve({ state: 'kept' });
  const outcome = Promise.withResolvers<UndoOutcome>();
  addStep(queue, { kind: 'undo', key, way, isTried: false, turn, retry, outcome });
  return outcome.promise;
}

function newKey(id: bigint): string {
  lastStep += 1;
  return `ticket ${id} ${Date.now()}-${lastStep}`;
}

/** "#48213 resolved". */
function wordsOf({ number }: StepQueue, patch: TicketPatch, isOffline: boolean): string {
  const text = messages.done(messages.number(String(number)), describePatch(patch, displayZone()));
  return isOffline ? messages.queued(text) : text;
}

function own(): void {
  ownQueues({ onSaved, onFailed, showFailure, onChange });
}

function onSaved(key: string, way: Way | null): void {
  // It was so already: there is nothing to undo.
  if (way === null) dropUndo(key);
}

function onFailed(queue: StepQueue, step: Step, error: unknown): void {
  if (step.kind !== 'change') return;
  const { steps } = queue;
  const isConflict = error instanceof ConflictError;
  if (isConflict) take(queue, error.current);
  // Taken back meanwhile: it is as this person wants it.
  if (steps.some(({ kind, key }) => kind === 'undo' && key === step.key)) return dropUndo(step.key);
  const failed = failWith(step, steps);
  for (const { key } of failed.toReversed()) dropUndo(key);
  queue.steps = steps.filter((other) => other === step || !isIn(failed, other));
  const old = queue.failure;
  const reason = isConflict ? messages.why.conflict : rowFailureMessage(error);
  queue.failure = {
    patches: [...(old?.patches ?? []), ...failed.map(({ patch }) => patch)],
    reason,
    conflict: isConflict
      ? { before: old?.conflict?.before ?? error.before, current: error.current }
      : (old?.conflict ?? null),
  };
  const text = messages.failed(messages.number(String(queue.number)), reason);
  tellFailure(queue, text);
}

function isIn(failed: readonly ChangeStep[], step: Step): boolean {
  return failed.some((other) => other === step);
}

function showFailure(queue: StepQueue, { patches, reason, conflict }: StepFailure): void {
  const { id, base, steps } = queue;
  const dismiss = (): void => clearFailure(queue);
  const retry = (): void => {
    const ticket = queue.base;
    clearFailure(queue);
    if (ticket !== null) for (const patch of patches) changeTicket(ticket, patch);
  };
  setChange(id, {
    fields: base === null ? {} : shownFields(base, steps),
    state: 'failed',
    reason,
    retry,
    dismiss,
    holdsRow: true,
    ...(conflict === null ? {} : { conflict: { ...conflict, patches, keepTheirs: dismiss, applyMine: retry } }),
  });
}

/** While a change waits for a connection, its offer says so. */
function onChange(queue: StepQueue): void {
  for (const step of queue.steps) {
    if (step.kind === 'change') updateUndo(step.key, { text: wordsOf(queue, step.patch, queue.isOffline) });
  }
  watchOffline();
}

/** Sends what waited for a connection, now and with each that comes. */
export function startOfflineChanges(): void {
  own();
  startSending();
}
