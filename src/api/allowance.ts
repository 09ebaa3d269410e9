import type { Whoami } from '#contract/site.ts';
import { createAllowance, type AllowanceModel, type AllowanceView } from './allowance-model.ts';
import { loggedCalls, onCall, type CallPriority, type LoggedCall } from './call-log.ts';
import { getWhoami } from './endpoints.ts';
import { queryClient } from './query-client.ts';
import { readRateLimit, type Reading } from './rate-limit-headers.ts';
import { sessionState } from './session-store.ts';
import { isFramed } from './storage.ts';

/**
 * The token's one allowance, as the answers tell it and as the open tabs tell each other. Fetched when something asks,
 * or when the page is idle; what was called before stands in the log.
 */

/** A 429 that does not say when to come back. */
const UNTOLD_WAIT_MS = 5_000;
/** Other tabs and people may change what there is to wait for. */
const LOOK_AGAIN_MS = 1_000;

type Heard =
  | { readonly type: 'sent'; readonly owner: string; readonly isBackground: boolean }
  | { readonly type: 'told'; readonly owner: string; readonly reading: Reading }
  | { readonly type: 'blocked'; readonly owner: string; readonly ms: number };

let owner: string | null = null;
let model: AllowanceModel = createAllowance(() => performance.now());
let queue: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();
const channel = isFramed || globalThis.window === undefined ? null : new BroadcastChannel('support-console:allowance');

for (const call of loggedCalls()) note(call, false);
onCall((call) => note(call, true));
channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = readMessage(event.data);
  if (message === null || message.owner !== currentOwner()) return;
  if (message.type === 'sent') model.sent(message.isBackground);
  else if (message.type === 'told') model.told(message.reading);
  else model.block(message.ms);
  changed();
});

/** How much is left; null while neither whoami nor an answer has told. */
export function readAllowance(): AllowanceView | null {
  currentOwner();
  return model.view(limitOfWhoami());
}

export function onAllowance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Waits until background work may send its next call, in the order of asking. Together the tabs' background work has
 * three quarters of the limit, and stops while little is left or the service has refused a call. People's own calls
 * never wait. `call` with `priority: 'background'` asks by itself.
 * @throws the reason of `signal` when it was aborted.
 */
export function takeTurn(priority: CallPriority, signal?: AbortSignal): Promise<void> {
  if (priority === 'user') return Promise.resolve();
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
  tell({ type: 'sent', isBackground: true });
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
    if (isNew) tell({ type: 'sent', isBackground: false });
  } else if (call.end.headers !== null) {
    noteAnswer(call.end.headers, call.end.status === 429);
  }
  changed();
}

function noteAnswer(headers: Headers, isRefused: boolean): void {
  const reading = readRateLimit(headers);
  if (reading !== null) {
    model.told(reading);
    tell({ type: 'told', reading });
  }
  if (!isRefused) return;
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  const ms = seconds >= 0 ? seconds * 1000 : (reading?.resetMs ?? UNTOLD_WAIT_MS);
  model.block(ms);
  tell({ type: 'blocked', ms });
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

function tell(
  message:
    | { type: 'sent'; isBackground: boolean }
    | { type: 'told'; reading: Reading }
    | { type: 'blocked'; ms: number },
): void {
  const own = currentOwner();
  if (own !== null) channel?.postMessage({ ...message, owner: own } satisfies Heard);
}

function changed(): void {
  for (const listener of listeners) listener();
}

function readMessage(value: unknown): Heard | null {
  if (!isObject(value)) return null;
  const { type, owner: from, isBackground, reading, ms } = value;
  if (typeof from !== 'string') return null;
  if (type === 'sent' && typeof isBackground === 'boolean') return { type, owner: from, isBackground };
  if (type === 'blocked' && isAmount(ms)) return { type, owner: from, ms };
  if (type !== 'told' || !isObject(reading)) return null;
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
