import { createAtom } from '@tanstack/react-store';
import type { Whoami } from '#contract/site.ts';
import { type AllowanceModel, type AllowanceView, createAllowance, readRateLimit } from './allowance-model.ts';
import { loggedCalls, onCall, type CallPriority, type LoggedCall } from './call-log.ts';
import { getWhoami } from '#contract/site.ts';
import { queryClient } from './query-client.ts';
import { sessionState } from '#src/session/session-store.ts';

/**
 * The token's allowance of calls a minute, as the answers' headers report it. Calls of other tabs and programs show
 * with the next answer of this page.
 */

/** A 429 that does not say when to come back. */
const UNTOLD_WAIT_MS = 5_000;
/** An answer may shorten the wait. */
const LOOK_AGAIN_MS = 1_000;

let owner: string | null = null;
let model: AllowanceModel = createAllowance(() => performance.now());
let queue: Promise<unknown> = Promise.resolve();
/** Goes up with everything that may have changed what is left. */
const version = createAtom(0);
let stop: (() => void) | null = null;

/**
 * Counts the calls of this page, those before included. Call it wherever the allowance is used; starting twice does
 * nothing. @returns what stops it
 */
export function startAllowance(): () => void {
  if (stop !== null) return stop;
  for (const call of loggedCalls()) note(call);
  const stopLog = onCall(note);
  stop = () => {
    stopLog();
    stop = null;
  };
  return stop;
}

/** How much is left; null while neither whoami nor an answer has said so. */
export function readAllowance(): AllowanceView | null {
  forgetOtherToken();
  return model.view(limitOfWhoami());
}

export function onAllowance(listener: () => void): () => void {
  return version.subscribe(listener).unsubscribe;
}

/**
 * Waits until background work may send its next call, in the order of asking. Background work of this tab takes at
 * most three quarters of the limit, and stops while little is left or the service has refused a call. People's own calls
 * never wait. `call` with `priority: 'background'` asks by itself.
 * @throws the reason of `signal` when it was aborted.
 */
export function takeTurn(priority: CallPriority, signal?: AbortSignal): Promise<void> {
  if (priority === 'user') return Promise.resolve();
  startAllowance();
  const turn = queue.then(() => waitForTurn(signal));
  queue = turn.catch(() => undefined);
  if (signal === undefined) return turn;
  return Promise.race([turn, rejectOnAbort(signal)]);
}

async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    forgetOtherToken();
    const ms = model.waitMs(limitOfWhoami());
    if (ms <= 0) break;
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(ms, LOOK_AGAIN_MS));
    });
  }
  // Counted from here, so that the next in the queue knows of it.
  model.sent(true);
  changed();
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function note(call: LoggedCall): void {
  if (!call.isOfSession) return;
  forgetOtherToken();
  if (call.end === null) {
    if (call.priority === 'background') return;
    model.sent(false);
  } else if (call.end.headers !== null) {
    noteAnswer(call.end.headers, call.end.status === 429);
  }
  changed();
}

function noteAnswer(headers: Headers, isRefused: boolean): void {
  const reading = readRateLimit(headers);
  if (reading !== null) model.read(reading);
  if (!isRefused) return;
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  const ms = seconds >= 0 ? seconds * 1000 : (reading?.resetMs ?? UNTOLD_WAIT_MS);
  model.block(ms);
}

/** Starts again when another token takes over. Sessions of one token share its allowance, and its id. */
function forgetOtherToken(): void {
  const state = sessionState();
  const whoami = whoamiNow();
  if (state.phase === 'out' || whoami === undefined) return;
  const next = `${state.session.baseUrl} ${whoami.token_id}`;
  if (owner !== null && next !== owner) model = createAllowance(() => performance.now());
  owner = next;
}

function whoamiNow(): Whoami | undefined {
  return queryClient.getQueryData<Whoami>([getWhoami.resource, getWhoami.name, null]);
}

function limitOfWhoami(): number | null {
  return whoamiNow()?.capabilities.rate_limit_per_min ?? null;
}

function changed(): void {
  version.set((before) => before + 1);
}
