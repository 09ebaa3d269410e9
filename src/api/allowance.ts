import { getWhoami, type Whoami } from '#contract/site.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { loggedCalls, onCall, type CallPriority, type LoggedCall } from './call-log.ts';
import { queryClient } from './query-client.ts';

/** The token's allowance of calls per minute, by an answer's `RateLimit` and `RateLimit-Policy`. */
interface Reading {
  readonly limit: number;
  readonly left: number;
  readonly resetMs: number;
}

const WINDOW_MS = 60_000;
/** Background work takes at most this share of the limit. */
const BACKGROUND_SHARE = 0.75;
/** Background work pauses below this share, which is left to people and other programs. */
const RESERVE_SHARE = 0.1;
/** The wait after a 429 that names none. */
const DEFAULT_WAIT_MS = 5_000;
/** A new answer may shorten the wait. */
const LOOK_AGAIN_MS = 1_000;

let reading: (Reading & { readonly endsAt: number }) | null = null;
let blockedUntil = 0;
/** When background calls of the last minute were sent. */
let sent: number[] = [];
let queue: Promise<unknown> = Promise.resolve();
let isStarted = false;

/** The limit per minute; null while neither whoami nor an answer has named it. */
export function readAllowance(): Pick<Reading, 'limit'> | null {
  if (reading !== null) return reading;
  const whoami = queryClient.getQueryData<Whoami>([getWhoami.resource, getWhoami.name, null]);
  return whoami === undefined ? null : { limit: whoami.capabilities.rate_limit_per_min };
}

/**
 * Waits until background work may send its next call, in the order of asking. People's own calls never wait. `call` with
 * `priority: 'background'` asks by itself. @throws the reason of `signal` when it was aborted
 */
export function takeTurn(priority: CallPriority, signal?: AbortSignal): Promise<void> {
  if (priority === 'user') return Promise.resolve();
  start();
  const turn = queue.then(() => waitForTurn(signal));
  queue = turn.catch(() => undefined);
  return signal === undefined ? turn : Promise.race([turn, rejectOnAbort(signal)]);
}

async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
  for (let ms = waitMs(); ms > 0; ms = waitMs()) {
    signal?.throwIfAborted();
    const pause = Math.min(ms, LOOK_AGAIN_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  signal?.throwIfAborted();
  sent.push(performance.now());
}

function waitMs(): number {
  const now = performance.now();
  if (now < blockedUntil) return blockedUntil - now;
  const limit = readAllowance()?.limit;
  if (limit === undefined) return 0;
  sent = sent.filter((at) => at > now - WINDOW_MS);
  const most = Math.max(1, Math.floor(limit * BACKGROUND_SHARE));
  const blocking = sent[sent.length - most];
  if (blocking !== undefined) return blocking + WINDOW_MS - now;
  if (reading === null || now >= reading.endsAt) return 0;
  return reading.left <= Math.floor(limit * RESERVE_SHARE) ? reading.endsAt - now : 0;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Reads the allowance from every answer, from the first background call on. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  for (const call of loggedCalls()) note(call);
  onCall(note);
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    reading = null;
    blockedUntil = 0;
    sent = [];
  });
}

function note({ isOfSession, end }: LoggedCall): void {
  const headers = end?.headers;
  if (!isOfSession || headers == null) return;
  const now = performance.now();
  const told = readRateLimit(headers);
  if (told !== null) reading = { ...told, endsAt: now + told.resetMs };
  if (end?.status !== 429) return;
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  const ms = seconds >= 0 ? seconds * 1000 : (told?.resetMs ?? DEFAULT_WAIT_MS);
  blockedUntil = Math.max(blockedUntil, now + ms);
}

/**
 * `"token";r=598;t=37` with `"token";q=600;w=60`, as in draft-ietf-httpapi-ratelimit-headers; of several policies the one
 * with the smallest share left. Null without the headers, or with others.
 */
export function readRateLimit(headers: Headers): Reading | null {
  const policies = parametersOf(headers.get('RateLimit-Policy'));
  let least: Reading | null = null;
  for (const [name, { r, t }] of parametersOf(headers.get('RateLimit'))) {
    const limit = policies.get(name)?.['q'];
    if (limit === undefined || limit < 1 || r === undefined || t === undefined) continue;
    if (least === null || r / limit < least.left / least.limit) least = { limit, left: r, resetMs: t * 1000 };
  }
  return least;
}

/** The items of a header with their whole numbers. */
function parametersOf(header: string | null): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const items = new Map<string, Record<string, number>>();
  for (const [, name = '', rest = ''] of header?.matchAll(/"([^"]*)"([^,]*)/g) ?? []) {
    const numbers: Record<string, number> = {};
    for (const [, key = '', digits] of rest.matchAll(/;\s*([a-z]\w*)=([0-9]{1,9})(?=\s*(?:;|$))/g)) {
      numbers[key] = Number(digits);
    }
    items.set(name, numbers);
  }
  return items;
}
