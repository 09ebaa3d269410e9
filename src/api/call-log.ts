import { createAtom, useSelector } from '@tanstack/react-store';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';

/** A logged call, for "API calls" and for the allowance. It has neither the token nor a secret of the body. */
export interface LoggedCall {
  readonly id: number;
  readonly operation: string;
  readonly resource: string;
  readonly method: string;
  /** Base address, path and query. */
  readonly url: string;
  /** JSON as it was sent, with "…" instead of secrets. */
  readonly body: string | null;
  readonly idempotencyKey: string | null;
  readonly priority: CallPriority;
  /** False for calls with a token before signing in with it. */
  readonly isOfSession: boolean;
  /** In ms since 1970. */
  readonly sentAt: number;
  /** Null until the answer is whole, or did not come. */
  readonly end: CallEnd | null;
}

/** `background`: work without a person waiting, such as a bulk change. It waits for people's own calls. */
export type CallPriority = 'user' | 'background';

interface CallEnd {
  /** Null when no answer came. */
  readonly status: number | null;
  /** The page no longer wanted the answer, such as that of a list that was asked for again. */
  readonly isCancelled: boolean;
  readonly ms: number;
  /** The length of the answer's text in bytes. */
  readonly size: number;
  /** The answer's headers, as they came. */
  readonly headers: Headers | null;
}

const MAX_CALLS = 50;
/** A field with a secret's name, and its text. A quote inside a text is escaped, so no text can look like a field. */
const SECRET = /"(\w*(?:key|secret|token|password))":"(?:[^"\\]|\\.)*"/g;

interface CallLog {
  /** The last 50, oldest first. */
  readonly calls: readonly LoggedCall[];
  /** The one that made the log change; null when it was emptied. */
  readonly changed: LoggedCall | null;
}

const EMPTY: CallLog = { calls: [], changed: null };
const log = createAtom(EMPTY);
let lastId = 0;

/** Forgets the calls at a sign-out, since their content is the site's. @returns what stops it */
export function startCallLog(): () => void {
  return subscribeToSession(() => {
    if (sessionState().phase === 'out') log.set(EMPTY);
  });
}

/** The last 50, oldest first. */
export function loggedCalls(): readonly LoggedCall[] {
  return log.get().calls;
}

export function useLoggedCalls(): readonly LoggedCall[] {
  return useSelector(log, ({ calls }) => calls);
}

/** The listener is called when a call is sent, and again when it has ended. */
export function onCall(listener: (call: LoggedCall) => void): () => void {
  return log.subscribe(({ changed }) => {
    if (changed !== null) listener(changed);
  }).unsubscribe;
}

/** @returns the function to call when it is over. */
export function logCall(
  facts: Omit<LoggedCall, 'id' | 'sentAt' | 'end'>,
): (response: Response | null, text: string, isCancelled?: boolean) => void {
  const startedMs = performance.now();
  lastId += 1;
  const body = facts.body?.replace(SECRET, '"$1":"…"') ?? null;
  const call: LoggedCall = { ...facts, id: lastId, body, sentAt: Date.now(), end: null };
  log.set(({ calls }) => ({ calls: [...calls, call].slice(-MAX_CALLS), changed: call }));
  return (response, text, isCancelled = false) => {
    const ended = {
      ...call,
      end: {
        status: response?.status ?? null,
        isCancelled,
        ms: performance.now() - startedMs,
        size: new TextEncoder().encode(text).length,
        headers: response?.headers ?? null,
      },
    };
    log.set(({ calls }) => ({ calls: calls.map((item) => (item.id === call.id ? ended : item)), changed: ended }));
  };
}
