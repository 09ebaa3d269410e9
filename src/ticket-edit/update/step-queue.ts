import { updateTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { setChange, changeOf, type TicketPatch } from './change-store.ts';
import { cachedTicket, isUnreached, newerOf, saveTicket, setTicketsInCache } from './save-ticket.ts';
import { sendUndo } from './send-undo.ts';
import { shownFields, type Step, type Way } from './ticket-steps.ts';

const SAVED_MS = 2_000;
const AFTER_PAINT_MS = 24;
/** The longest wait that the service may ask for; after a longer one the person decides. */
const MAX_WAIT_SECONDS = 60;
/** So many tickets are remembered as the last answer had them, and so many ways back. */
const MAX_KNOWN = 400;

/** The changes of one ticket, one call at a time: see docs/decisions/0008-one-queue-a-ticket.md */
export interface StepQueue {
  readonly id: bigint;
  readonly number: number;
  /** As the last answer had it; null where only an undo of another page is sent. */
  base: Ticket | null;
  /** What is not sent or has no answer, in the order of the choices. */
  steps: readonly Step[];
  failure: StepFailure | null;
  isSending: boolean;
  /** Resolves when nothing of it is on its way. */
  sent: Promise<void>;
  /** Nothing answered: it goes on with the next connection. */
  isOffline: boolean;
  /** The last answer was to a change, and to no undo. */
  hasSaved: boolean;
  /** It stands on the ticket how far it is. */
  isShown: boolean;
}

/** Changes that were not saved, until this person has decided. */
export interface StepFailure {
  readonly patches: readonly TicketPatch[];
  readonly reason: string;
  /** Where another person was faster: the ticket before and after. */
  readonly conflict: { readonly before: Ticket; readonly current: Ticket } | null;
}

/** What else is to be done with each queue, by those who say how a change went. */
interface QueueOwner {
  readonly onSaved: (key: string, way: Way | null) => void;
  readonly onFailed: (queue: StepQueue, step: Step, error: unknown) => void;
  readonly showFailure: (queue: StepQueue, failure: StepFailure) => void;
  /** It has come to rest, or begun, or waits for a connection. */
  readonly onChange: (queue: StepQueue) => void;
}

const queues = new Map<bigint, StepQueue>();
/** The last answers: a page that has not drawn them yet still hands over the ticket as it was. */
const answered = new Map<bigint, { readonly ticket: Ticket; readonly atMs: number }>();
/** How the changes that the service has are taken back, by the keys of their lines. */
const ways = new Map<string, Way>();
let owner: QueueOwner | null = null;

export function ownQueues(next: QueueOwner): void {
  owner = next;
}

export function allQueues(): readonly StepQueue[] {
  return [...queues.values()];
}

/** The queue of a ticket, on the newest state that is known of it. @param ticket as the caller has it */
export function queueOf({
  id,
  number,
  ticket,
}: Pick<StepQueue, 'id' | 'number'> & { ticket: Ticket | null }): StepQueue {
  const known = queues.get(id);
  if (known !== undefined && known.steps.length > 0 && known.base !== null) return known;
  const last = answered.get(id);
  // Without versions, for as long as a page may take to draw it.
  const isFresh = last !== undefined && (last.ticket.version !== undefined || performance.now() - last.atMs < SAVED_MS);
  const shown = ticket ?? cachedTicket(id);
  const base = isFresh ? newerOf(last.ticket, shown) : shown;
  if (known !== undefined) return Object.assign(known, { base });
  return {
    id,
    number,
    base,
    steps: [],
    failure: null,
    isSending: false,
    sent: Promise.resolve(),
    isOffline: false,
    hasSaved: false,
    isShown: false,
  };
}

export function wayOf(key: string): Way | null {
  return ways.get(key) ?? null;
}

/** Puts a step behind the others, shows it, and sends it when it is its turn. */
export function addStep(queue: StepQueue, step: Step): void {
  queue.steps = [...queue.steps, step];
  queues.set(queue.id, queue);
  show(queue);
  if (queue.isOffline && !queue.isSending) owner?.onChange(queue);
  else void sendSteps(queue);
}

/** None of them may be sent. */
export function refuseSteps(queue: StepQueue, error: unknown): void {
  for (const step of queue.steps) {
    if (queue.steps.includes(step)) owner?.onFailed(queue, step, error);
    if (step.kind === 'undo') step.outcome.resolve({ state: 'failed' });
  }
  queue.steps = [];
  queue.isOffline = false;
  show(queue);
  rest(queue);
}

/** Takes out a step that was not sent, at once: what the next key opens begins with what is shown. */
export function removeStep(queue: StepQueue, step: Step): void {
  queue.steps = queue.steps.filter((other) => other !== step);
  if (queue.failure === null && queue.steps.every(({ kind }) => kind === 'other')) setChange(queue.id, null);
  else show(queue);
  if (!queue.isSending) rest(queue);
}

/** Nothing of it is shown or sent any more, such as after a sign-out. */
export function forgetQueues(): void {
  const all = allQueues();
  queues.clear();
  answered.clear();
  ways.clear();
  for (const queue of all) drop(queue);
}

function drop(queue: StepQueue): void {
  for (const step of queue.steps) if (step.kind === 'undo') step.outcome.resolve({ state: 'failed' });
  queue.steps = [];
}

/** Resolves when what was chosen for these tickets is through, or waits for a connection or for a person. */
export async function whenSent(ids: readonly bigint[]): Promise<void> {
  await Promise.all(ids.map((id) => queues.get(id)?.sent ?? Promise.resolve()));
}

/** Sends the steps one after the other, each on the ticket as the last answer had it, until one finds no connection. */
export function sendSteps(queue: StepQueue): Promise<void> {
  if (!queue.isSending) queue.sent = sendAll(queue);
  return queue.sent;
}

async function sendAll(queue: StepQueue): Promise<void> {
  queue.isSending = true;
  show(queue);
  // The choice is drawn first: to send a call takes longer than a frame may.
  await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT_MS));
  for (let step = queue.steps[0]; step !== undefined; step = queue.steps[0]) {
    if (step.kind === 'undo') await step.turn;
    const { isTried } = step;
    const isOnline = navigator.onLine;
    step.isTried = true;
    try {
      await sendStep(queue, step, isTried);
    } catch (error) {
      if (step.kind !== 'other' && (isUnreached(error) || (!isTried && isBrokenOff(error)))) {
        // Where there was no network, it cannot have arrived.
        step.isTried = isTried || isOnline;
        queue.isOffline = true;
        break;
      }
      // Nobody is left to hear of it.
      if (queues.get(queue.id) !== queue) return;
      const waitMs = step.kind === 'other' ? null : askedToWaitMs(error);
      if (waitMs !== null) {
        step.isTried = isTried;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        continue;
      }
      owner?.onFailed(queue, step, error);
    }
    if (queues.get(queue.id) !== queue) return;
    queue.steps = queue.steps.filter((other) => other !== step);
    if (queue.isOffline) {
      queue.isOffline = false;
      owner?.onChange(queue);
    }
    show(queue);
  }
  queue.isSending = false;
  rest(queue);
}

/** It may have arrived, as where nothing answered: another try finds out. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'unreadable';
}

/** Refused before anything was done, and may come again: too many requests, or too much work for the service. */
function askedToWaitMs(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || error.retryAfterSeconds === null) return null;
  const isAsked = error.kind === 'rate_limited' || error.status === 503;
  return isAsked && error.retryAfterSeconds <= MAX_WAIT_SECONDS ? error.retryAfterSeconds * 1000 : null;
}

async function sendStep(queue: StepQueue, step: Step, wasTried: boolean): Promise<void> {
  const { base } = queue;
  if (step.kind === 'other') return take(queue, await step.send(base));
  if (step.kind === 'undo') {
    const { key, way, retry, outcome } = step;
    // The change itself came to nothing.
    if (way === null) return outcome.resolve({ state: 'undone' });
    const { id, number } = queue;
    const undone = await sendUndo({ ticket: { id, number }, base, key, way, retry });
    if (undone.outcome.state !== 'failed') ways.delete(key);
    queue.hasSaved = false;
    take(queue, undone.now);
    return outcome.resolve(undone.outcome);
  }
  if (base === null) throw new Error('a change needs its ticket');
  const { now, way } = await saveTicket(base, step.patch, wasTried);
  if (queues.get(queue.id) !== queue) return;
  queue.hasSaved = way !== null;
  if (way !== null) {
    ways.set(step.key, way);
    keepNewest(ways);
    for (const other of queue.steps) if (other.kind === 'undo' && other.key === step.key) other.way = way;
  }
  take(queue, now);
  owner?.onSaved(step.key, way);
}

/** The service's answer corrects what the other steps are put upon. */
export function take(queue: StepQueue, now: Ticket | null): void {
  if (now === null || queues.get(queue.id) !== queue) return;
  queue.base = now;
  answered.delete(queue.id);
  answered.set(queue.id, { ticket: now, atMs: performance.now() });
  keepNewest(answered);
  setTicketsInCache([now]);
}

function keepNewest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MAX_KNOWN) return;
    map.delete(key);
  }
}

/** Shows on the ticket what it will be, and how far that is. */
export function show(queue: StepQueue): void {
  const { id, base, steps, failure, isOffline, isSending } = queue;
  const isWaiting = base !== null && steps.some(({ kind }) => kind !== 'other');
  queue.isShown ||= isWaiting || failure !== null;
  if (failure !== null) owner?.showFailure(queue, failure);
  else if (isWaiting) {
    const state = isOffline && !isSending ? 'offline' : 'saving';
    setChange(id, { fields: shownFields(base, steps), state, holdsRow: true });
  }
}

/** A failure is out of sight: the ticket is as the service has it. */
export function clearFailure(queue: StepQueue): void {
  queue.failure = null;
  if (queue.steps.length > 0) show(queue);
  else if (!queue.isSending) rest(queue);
}

/** Nothing is on its way: it is through, or waits for a connection or for a person. */
function rest(queue: StepQueue): void {
  const { id, steps, failure, isOffline, hasSaved, isShown } = queue;
  if (isOffline && steps.length > 0) {
    show(queue);
    owner?.onChange(queue);
    return;
  }
  queue.isOffline = false;
  if (failure === null) {
    queues.delete(id);
    if (hasSaved) showSaved(id);
    else if (isShown) setChange(id, null);
  }
  owner?.onChange(queue);
  // Lists are fetched when a run of changes is over: rows leave together, and not between two keys.
  scheduleInvalidation(updateTicket);
}

function showSaved(id: bigint): void {
  const done = { fields: {}, state: 'saved' } as const;
  setChange(id, done);
  setTimeout(() => {
    if (changeOf(id) === done) setChange(id, null);
  }, SAVED_MS);
}
