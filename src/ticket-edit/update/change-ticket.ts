import { updateTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure } from '#src/api/write.ts';
import { displayZone } from '#src/browser/zone.ts';
import { sessionRun, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { closeOffer, offerUndo, retractUndo } from '#src/undo/undo.ts';
import { changedFields, inverseOf, isNoChange, isReplacedBy, patchedFields } from './apply-patch.ts';
import { changeOf, setChange, type ChangedFields, type TicketChange, type TicketPatch } from './change-store.ts';
import { describePatch, rowFailureMessage } from './describe-change.ts';
import { ConflictError, readTicket, saveInverse, savePatch, type Inverse } from './save-ticket.ts';
import { cachedTicket, newerOf, setTicketsInCache } from './ticket-cache.ts';

const SAVED_MS = 2_000;
/** Long enough for a frame: the choice is drawn before its call is prepared. */
const AFTER_PAINT_MS = 24;
/** After a longer wait, or more tries, the change is "Not saved" and the agent decides. */
const MAX_WAIT_SECONDS = 60;
const MAX_TRIES = 5;

/** A ticket as calls and texts name it. */
export interface TicketRef {
  readonly id: bigint;
  readonly number: number;
}

/** One choice of this person, or a message with its status: one call and one step of undo. */
export interface PendingChange {
  readonly kind: 'change';
  /** The key of its step of undo. */
  readonly key: string;
  readonly patch: TicketPatch;
  /** Only for a message: sends it without waiting for its countdown. */
  readonly sendNow: (() => void) | null;
  state: 'waiting' | 'sending' | 'failed';
  error: unknown;
  /** A call had no answer, so the service may have saved the change. */
  mayBeSaved: boolean;
  /** The same for the call that undoes it. */
  mayBeUndone: boolean;
  /** Set when the change is saved, or may be. */
  inverse: Inverse | null;
}

interface PendingUndo {
  readonly kind: 'undo';
  readonly change: PendingChange;
}

type Step = PendingChange | PendingUndo;

/** The unconfirmed changes of one ticket. Rows and properties draw `base` with `steps` on top. */
interface Pending extends TicketRef {
  /** The newest state known from the service; null if the ticket is not loaded. */
  base: Ticket | null;
  /** In the order in which they were chosen. */
  steps: readonly Step[];
  /** The last call had no answer, so `base` may be out of date. */
  needsRead: boolean;
  /** The last answer was to a change and not to an undo. */
  hasSaved: boolean;
  drawn: TicketChange | null;
}

const allPending = new Map<bigint, Pending>();
let lastKey = 0;

/**
 * Changes a ticket. The change is drawn and can be undone at once; its call goes out after the earlier calls for the same
 * ticket. Does nothing if the ticket already has these values.
 * @param ticket the server's copy
 */
export function changeTicket(ticket: Ticket, patch: TicketPatch): void {
  const ref = { id: ticket.id, number: ticket.ticket_number };
  const pending = pendingOf(ref, ticket);
  // A new choice replaces one that could not be saved.
  dismiss(pending, (failed) => isReplacedBy(failed.patch, patch));
  if (isNoChange(changedFields({ ...(pending.base ?? ticket), ...drawnFields(pending) }, patch))) return;
  if (patch.status !== undefined) sendMessagesWithStatus(ref.id);
  lastKey += 1;
  const change = newChange(`ticket ${ref.id} ${Date.now()}-${lastKey}`, patch);
  offerUndo({
    key: change.key,
    text: messages.done(numberOf(ref), describePatch(patch, displayZone())),
    isAtOnce: true,
    undo: (retry, previousUndos) => undoChange(ref, change, retry, previousUndos),
  });
  add(pending, change);
  void save(pending, change);
}

/**
 * Draws the status that a message will set.
 * @param sendNow called when the status is chosen again, so that the calls go out in the order of the choices
 */
export function addMessage(ref: TicketRef, key: string, patch: TicketPatch, sendNow: () => void): PendingChange {
  const change = newChange(key, patch, sendNow);
  add(pendingOf(ref, null), change);
  return change;
}

/** Takes out a message that was not sent. */
export function removeMessage({ id }: TicketRef, change: PendingChange): void {
  const pending = allPending.get(id);
  if (pending !== undefined) remove(pending, change);
}

/** Sends a message after the earlier calls for its ticket. @throws what `send` throws; the status is then no longer drawn */
export function sendMessageInTurn(
  ref: TicketRef,
  change: PendingChange,
  send: () => Promise<{ readonly ticket: Ticket; readonly inverse: Inverse | null }>,
): Promise<void> {
  change.state = 'sending';
  return inTurn(ref.id, async () => {
    const pending = pendingOf(ref, null);
    try {
      const { ticket, inverse } = await retryWhenAsked(send);
      change.inverse = inverse;
      if (pending.steps.includes(change)) take(pending, ticket);
    } finally {
      remove(pending, change);
    }
  });
}

/** Sends anything else about a ticket, such as a part of a bulk change, after the earlier calls for it. */
export function sendInTurn<Result>(
  { id }: TicketRef,
  send: () => Promise<{ readonly ticket: Ticket | null; readonly result: Result }>,
): Promise<Result> {
  return inTurn(id, async () => {
    const { ticket, result } = await send();
    if (ticket !== null) setTicketsInCache([ticket]);
    return result;
  });
}

/** Resolves when the calls for these tickets have their answers. */
export async function whenSent(ids: readonly bigint[]): Promise<void> {
  const running = queryClient.getMutationCache().findAll({ status: 'pending' });
  const scopes = new Set(running.map(({ options }) => options.scope?.id));
  const busy = ids.filter((id) => scopes.has(scopeOf(id)));
  await Promise.all(busy.map((id) => inTurn(id, () => Promise.resolve())));
}

/** The later choice of a status wins, so a message that still waits to set one goes out before it. */
export function sendMessagesWithStatus(id: bigint): void {
  for (const step of allPending.get(id)?.steps ?? [])
    if (step.kind === 'change' && step.state === 'waiting' && step.patch.status !== undefined) step.sendNow?.();
}

/** Undoes a change: takes it out if it was not sent, otherwise sends its inverse. Says how that went. */
export async function undoChange(
  ref: TicketRef,
  change: PendingChange,
  retry: () => void,
  previousUndos: Promise<void>,
): Promise<UndoOutcome> {
  const pending = pendingOf(ref, null);
  if (pending.steps.includes(change) && change.state !== 'sending') {
    remove(pending, change);
    if (!change.mayBeSaved) {
      announce(messages.undone(numberOf(ref)));
      return { state: 'undone' };
    }
  }
  const undo: PendingUndo = { kind: 'undo', change };
  add(pending, undo);
  return inTurn(ref.id, async () => {
    try {
      await previousUndos;
      // Null: the change itself failed.
      const isKept = change.inverse !== null && (await sendInverse(pending, change, change.inverse));
      if (isKept) toast({ kind: 'error', text: messages.notUndone(numberOf(ref)) });
      else announce(messages.undone(numberOf(ref)));
      return { state: isKept ? 'kept' : 'undone' };
    } catch (error) {
      change.mayBeUndone ||= isUnsure(error);
      pending.needsRead ||= isUnsure(error);
      if (pending.steps.includes(undo))
        showFailure(error, (why) => messages.undoFailed(numberOf(ref), why), { label: messages.retry, run: retry });
      return { state: 'failed' };
    } finally {
      remove(pending, undo);
    }
  });
}

/** @returns whether the ticket was left alone, because another person has changed it since */
async function sendInverse(pending: Pending, change: PendingChange, inverse: Inverse): Promise<boolean> {
  const base = await currentBase(pending);
  const { now, isKept } = await retryWhenAsked(() => saveInverse(base, inverse, change.mayBeUndone));
  pending.hasSaved = false;
  take(pending, now);
  return isKept;
}

async function save(pending: Pending, change: PendingChange): Promise<void> {
  const sent = inTurn(pending.id, async () => {
    await wait(AFTER_PAINT_MS);
    // It may have been undone, or failed with an earlier change.
    if (!pending.steps.includes(change) || change.state !== 'waiting') return;
    change.state = 'sending';
    const wasOnline = navigator.onLine;
    try {
      const base = await currentBase(pending);
      const { now, inverse } = await retryWhenAsked(() => savePatch(base, change.patch, change.mayBeSaved));
      if (!pending.steps.includes(change)) return;
      change.inverse = inverse;
      pending.hasSaved = inverse !== null;
      if (inverse === null) retractUndo(change.key);
      take(pending, now);
      remove(pending, change);
    } catch (error) {
      fail(pending, change, error, wasOnline && isUnsure(error));
    }
  });
  // Rejects only if the session ended before its turn; then nothing is pending.
  await sent.catch(() => undefined);
}

function fail(pending: Pending, change: PendingChange, error: unknown, mayBeSaved: boolean): void {
  const { base, steps } = pending;
  if (!steps.includes(change)) return;
  if (mayBeSaved) Object.assign(change, { mayBeSaved, inverse: inverseFor(base, change.patch) });
  pending.needsRead ||= mayBeSaved;
  if (error instanceof ConflictError) take(pending, error.current);
  // Its undo is already queued.
  if (steps.some((step) => step.kind === 'undo' && step.change === change)) return remove(pending, change);
  for (const failed of failingWith(change, steps)) {
    Object.assign(failed, { state: 'failed', error });
    closeOffer(failed.key);
  }
  settle(pending);
  tellFailure(pending, reasonOf(error));
}

function inverseFor(base: Ticket | null, patch: TicketPatch): Inverse | null {
  return base === null ? null : { token: null, fields: inverseOf(base, changedFields(base, patch)) };
}

/** A failed change, and the later ones that touch its fields: they were chosen on top of it. */
function failingWith(change: PendingChange, steps: readonly Step[]): readonly PendingChange[] {
  const names = new Set(patchedFields(change.patch));
  const failing = [change];
  for (const later of steps.filter(isWaiting)) {
    const own = patchedFields(later.patch);
    if (!own.some((name) => names.has(name))) continue;
    for (const name of own) names.add(name);
    failing.push(later);
  }
  return failing;
}

function isWaiting(step: Step): step is PendingChange {
  return step.kind === 'change' && step.state === 'waiting' && step.sendNow === null;
}

function isFailed(step: Step): step is PendingChange {
  return step.kind === 'change' && step.state === 'failed';
}

function retryFailed(pending: Pending): void {
  const failed = pending.steps.filter(isFailed);
  for (const change of failed) change.state = 'waiting';
  draw(pending);
  for (const change of failed) void save(pending, change);
}

/** Discards failed changes; the ticket is drawn as the service has it. */
function dismiss(pending: Pending, isGone: (failed: PendingChange) => boolean): void {
  for (const failed of pending.steps.filter(isFailed).filter(isGone)) {
    retractUndo(failed.key);
    remove(pending, failed);
  }
}

/** An undo needs a fresh ticket after a call without an answer. */
async function currentBase(pending: Pending): Promise<Ticket> {
  if (pending.base === null || pending.needsRead) take(pending, await readTicket(pending.id));
  pending.needsRead = false;
  if (pending.base === null) throw new Error('signed out');
  return pending.base;
}

function take(pending: Pending, now: Ticket): void {
  if (allPending.get(pending.id) !== pending) return;
  pending.base = now;
  setTicketsInCache([now]);
}

function newChange(key: string, patch: TicketPatch, sendNow: PendingChange['sendNow'] = null): PendingChange {
  return {
    kind: 'change',
    key,
    patch,
    sendNow,
    state: 'waiting',
    error: null,
    mayBeSaved: false,
    mayBeUndone: false,
    inverse: null,
  };
}

/** @param ticket the caller's copy, which may be older than the last answer */
function pendingOf(ref: TicketRef, ticket: Ticket | null): Pending {
  const known = allPending.get(ref.id);
  // Calls on their way are based on `base`: a newer state of another person must come as a conflict.
  if (known !== undefined && known.base !== null && known.steps.some((step) => !isFailed(step))) return known;
  const copies = [cachedTicket(ref.id), ticket, known?.base].filter((copy) => copy != null);
  const base = copies.reduce<Ticket | null>((newest, copy) => (newest === null ? copy : newerOf(newest, copy)), null);
  if (known !== undefined) return Object.assign(known, { base });
  return { ...ref, base, steps: [], needsRead: false, hasSaved: false, drawn: null };
}

function add(pending: Pending, step: Step): void {
  start();
  allPending.set(pending.id, pending);
  pending.steps = [...pending.steps, step];
  draw(pending);
}

function remove(pending: Pending, step: Step): void {
  if (!pending.steps.includes(step)) return;
  pending.steps = pending.steps.filter((other) => other !== step);
  settle(pending);
}

/** Draws what is left. When nothing is on its way, the lists are refetched once, so rows leave together. */
function settle(pending: Pending): void {
  draw(pending);
  if (pending.steps.every(isFailed)) scheduleInvalidation(updateTicket);
}

function draw(pending: Pending): void {
  const { id, base, steps, hasSaved } = pending;
  const live = steps.filter((step) =>
    step.kind === 'undo' ? true : step.state !== 'failed' && !isNoPatch(step.patch),
  );
  const isOnlyMessages = live.every((step) => step.kind === 'change' && step.sendNow !== null);
  const fields = drawnFields(pending);
  if (steps.some(isFailed)) show(pending, { fields, state: 'failed', holdsRow: true, ...failureOf(pending) });
  else if (live.length > 0 && base !== null)
    show(pending, isOnlyMessages ? { fields, state: 'outgoing' } : { fields, state: 'saving', holdsRow: true });
  else if (steps.length === 0) {
    show(pending, hasSaved ? { fields: {}, state: 'saved' } : null);
    // Kept a moment longer: an answer to an earlier read may bring an older copy.
    setTimeout(() => {
      if (pending.steps.length > 0 || allPending.get(id) !== pending) return;
      allPending.delete(id);
      show(pending, null);
    }, SAVED_MS);
  }
}

/** Leaves the state of a bulk change on the row alone. */
function show(pending: Pending, next: TicketChange | null): void {
  const shown = changeOf(pending.id);
  if (next !== null || (shown !== undefined && shown === pending.drawn)) setChange(pending.id, next);
  pending.drawn = next;
}

function failureOf(pending: Pending): Pick<TicketChange, 'reason' | 'retry' | 'dismiss' | 'conflict'> {
  const failed = pending.steps.filter(isFailed);
  const conflicts = failed.map(({ error }) => error).filter((error) => error instanceof ConflictError);
  const [first, last] = [conflicts[0], conflicts.at(-1)];
  const retry = (): void => retryFailed(pending);
  const discard = (): void => dismiss(pending, () => true);
  const reason = reasonOf(failed[0]?.error);
  if (first === undefined || last === undefined) return { reason, retry, dismiss: discard };
  const patches = failed.map(({ patch }) => patch);
  const conflict = { before: first.before, current: last.current, patches, reload: discard, applyAnyway: retry };
  return { reason, retry, dismiss: discard, conflict };
}

function reasonOf(error: unknown): string {
  return error instanceof ConflictError ? messages.why.conflict : rowFailureMessage(error);
}

/** Every field that the pending steps touch, with its last value. */
function drawnFields({ base, steps }: Pending): ChangedFields {
  let fields: ChangedFields = {};
  if (base === null) return fields;
  const old = new Map<PendingChange, ChangedFields>();
  for (const step of steps) {
    const now = { ...base, ...fields };
    if (step.kind === 'undo') fields = { ...fields, ...(step.change.inverse?.fields ?? old.get(step.change)) };
    else if (step.state !== 'failed') {
      const next = changedFields(now, step.patch);
      old.set(step, inverseOf(now, next));
      fields = { ...fields, ...next };
    }
  }
  return fields;
}

function isNoPatch(patch: TicketPatch): boolean {
  return patchedFields(patch).length === 0;
}

/** Says that a change was not saved. Its row says so too; if that is not on screen, a toast links to the ticket. */
function tellFailure(ref: TicketRef, reason: string): void {
  const text = messages.failed(numberOf(ref), reason);
  if (isOnScreen(ref)) announce(text, 'assertive');
  else toast({ kind: 'error', text, action: { label: messages.open, run: () => ticketOpener.current?.(ref.id) } });
}

function isOnScreen({ id, number }: TicketRef): boolean {
  const places = document.querySelectorAll(`[data-row] a[href$="/tickets/${id}"], [data-ticket-head="${number}"]`);
  return [...places].some((place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

function numberOf({ number }: TicketRef): string {
  return messages.number(String(number));
}

/** Runs the calls for one ticket one after the other (TanStack Query's scope), all in the session in which they began. */
function inTurn<Result>(id: bigint, send: () => Promise<Result>): Promise<Result> {
  const run = sessionRun();
  const mutationFn = (): Promise<Result> =>
    sessionRun() === run ? send() : Promise.reject(new ApiFailure('unauthorized', 'signed out'));
  const options = { mutationFn, scope: { id: scopeOf(id) }, networkMode: 'always', gcTime: 0 } as const;
  return queryClient.getMutationCache().build(queryClient, options).execute(undefined);
}

function scopeOf(id: bigint): string {
  return `ticket-${id}`;
}

/**
 * Sends again what the service refused before doing anything (429, 503), after the wait that it asked for. The library's own
 * retry would pause in a hidden tab.
 */
async function retryWhenAsked<Result>(send: () => Promise<Result>): Promise<Result> {
  const run = sessionRun();
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const isRefused = error instanceof ApiFailure && (error.status === 429 || error.status === 503);
      const seconds = isRefused ? error.retryAfterSeconds : null;
      if (seconds === null || seconds > MAX_WAIT_SECONDS || tries === MAX_TRIES) throw error;
      await wait(Math.max(1, seconds) * 1_000);
      if (sessionRun() !== run) throw error;
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let isStarted = false;

/** Counts and drops what is unsaved: leaving the page asks first, and a sign-out forgets it. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  reportUnsent('changes', countUnsaved);
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    for (const pending of allPending.values()) pending.steps = [];
    allPending.clear();
  });
  addEventListener('beforeunload', (event) => {
    if (countUnsaved() > 0) event.preventDefault();
  });
}

/** Without messages, which are counted and stored elsewhere. */
function countUnsaved(): number {
  const steps = [...allPending.values()].flatMap((pending) => pending.steps);
  return steps.filter((step) => step.kind === 'undo' || step.sendNow === null).length;
}
