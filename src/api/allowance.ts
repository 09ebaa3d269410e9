import { createAtom } from '@tanstack/react-store';
import type { Whoami } from '#contract/site.ts';
import {
  type AllowanceModel,
  type AllowanceView,
  createAllowance,
  type Reading,
  readRateLimit,
} from './allowance-model.ts';
import { loggedCalls, onCall, type CallPriority, type LoggedCall } from './call-log.ts';
import { getWhoami } from '#contract/site.ts';
import { queryClient } from './query-client.ts';
import { sessionState } from '#src/session/session-store.ts';
import { isFramed } from '#src/browser/storage.ts';

/**
 * The token's one allowance, as the answers say and as the open tabs share it. Fetched when something asks,
 * or when the page is idle; what was called before stands in the log.
 */

/** A 429 that does not say when to come back. */
const UNTOLD_WAIT_MS = 5_000;
/** Other tabs and people may change what there is to wait for. */
const LOOK_AGAIN_MS = 1_000;

type TabMessage =
  | { readonly type: 'sent'; readonly owner: string; readonly isBackground: boolean }
  | { readonly type: 'reading'; readonly owner: string; readonly reading: Reading }
  | { readonly type: 'blocked'; readonly owner: string; readonly ms: number };

let owner: string | null = null;
let model: AllowanceModel = createAllowance(() => performance.now());
let queue: Promise<unknown> = Promise.resolve();
/** Goes up with everything that may have changed what is left. */
const version = createAtom(0);
let channel: BroadcastChannel | null = null;
let stop: (() => void) | null = null;

/**
 * Counts the calls of this page, those before as well, and hears of those of other tabs. Whatever uses the allowance
 * may start it; once is enough. @returns what stops it
 */
export function startAllowance(): () => void {
  if (stop !== null) return stop;
  for (const call of loggedCalls()) note(call, false);
  const stopLog = onCall((call) => note(call, true));
  if (!isFramed && globalThis.window !== undefined) channel = new BroadcastChannel('support-console:allowance');
  channel?.addEventListener('message', hear);
  stop = () => {
    stopLog();
    channel?.close();
    channel = null;
    stop = null;
  };
  return stop;
}

function hear(event: MessageEvent<unknown>): void {
  const message = readMessage(event.data);
  if (message === null || message.owner !== currentOwner()) return;
  if (message.type === 'sent') model.sent(message.isBackground);
  else if (message.type === 'reading') model.read(message.reading);
  else model.block(message.ms);
  changed();
}

/** How much is left; null while neither whoami nor an answer has said so. */
export function readAllowance(): AllowanceView | null {
  currentOwner();
  return model.view(limitOfWhoami());
}

export function onAllowance(listener: () => void): () => void {
  return version.subscribe(listener).unsubscribe;
}

/**
 * Waits until background work may send its next call, in the order of asking. Together the tabs' background work has
 * three quarters of the limit, and stops while little is left or the service has refused a call. People's own calls
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
    currentOwner();
    const ms = model.waitMs(limitOfWhoami());
    if (ms <= 0) break;
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(ms, LOOK_AGAIN_MS));
    });
  }
  // Counted from here, so that the next in the queue knows of it.
  model.sent(true);
  broadcast({ type: 'sent', isBackground: true });
  changed();
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function note(call: LoggedCall, isNew: boolean): void {
  if (!call.isOfSession) return;
  currentOwner();
  if (call.end === null) {
    if (call.priority === 'background') return;
    model.sent(false);
    if (isNew) broadcast({ type: 'sent', isBackground: false });
  } else if (call.end.headers !== null) {
    noteAnswer(call.end.headers, call.end.status === 429);
  }
  changed();
}

function noteAnswer(headers: Headers, isRefused: boolean): void {
  const reading = readRateLimit(headers);
  if (reading !== null) {
    model.read(reading);
    broadcast({ type: 'reading', reading });
  }
  if (!isRefused) return;
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  const ms = seconds >= 0 ? seconds * 1000 : (reading?.resetMs ?? UNTOLD_WAIT_MS);
  model.block(ms);
  broadcast({ type: 'blocked', ms });
}

/** Forgets everything when another token takes over. Sessions of one token share its allowance, and its id. */
function currentOwner(): string | null {
  const state = sessionState();
  const whoami = whoamiNow();
  const next = state.phase === 'out' || whoami === undefined ? null : `${state.session.baseUrl} ${whoami.token_id}`;
  if (owner !== null && next !== null && next !== owner) model = createAllowance(() => performance.now());
  if (next !== null) owner = next;
  return next;
}

function whoamiNow(): Whoami | undefined {
  return queryClient.getQueryData<Whoami>([getWhoami.resource, getWhoami.name, null]);
}

function limitOfWhoami(): number | null {
  return whoamiNow()?.capabilities.rate_limit_per_min ?? null;
}

function broadcast(
  message:
    | { type: 'sent'; isBackground: boolean }
    | { type: 'reading'; reading: Reading }
    | { type: 'blocked'; ms: number },
): void {
  const own = currentOwner();
  if (own !== null) channel?.postMessage({ ...message, owner: own } satisfies TabMessage);
}

function changed(): void {
  version.set((before) => before + 1);
}

function readMessage(value: unknown): TabMessage | null {
  if (!isObject(value)) return null;
  const { type, owner: from, isBackground, reading, ms } = value;
  if (typeof from !== 'string') return null;
  if (type === 'sent' && typeof isBackground === 'boolean') return { type, owner: from, isBackground };
  if (type === 'blocked' && isAmount(ms)) return { type, owner: from, ms };
  if (type !== 'reading' || !isObject(reading)) return null;
  const { limit, left, resetMs } = reading;
  if (!isAmount(limit) || !isAmount(left) || !isAmount(resetMs)) return null;
  return { type, owner: from, reading: { limit, left, resetMs } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1e9;
}
