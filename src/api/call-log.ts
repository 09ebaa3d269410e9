import { sessionState, subscribeToSession } from './session-store.ts';

/** What is kept of a call for "Show API call" and for the allowance. Never the token, never a secret of the body. */
export interface LoggedCall {
  readonly id: number;
  readonly operation: string;
  readonly resource: string;
  readonly method: string;
  /** Base address, path and query. */
  readonly url: string;
  /** JSON as it was sent, with "…" in the place of secrets. */
  readonly body: string | null;
  readonly idempotencyKey: string | null;
  readonly priority: CallPriority;
  /** False for calls with a token that somebody is about to sign in with. */
  readonly isOfSession: boolean;
  /** In ms since 1970. */
  readonly sentAt: number;
  /** Null until the answer is whole, or did not come. */
  readonly end: CallEnd | null;
}

/** `background`: work that goes on by itself, such as a bulk change. It waits for what people do by hand. */
export type CallPriority = 'user' | 'background';

interface CallEnd {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** Of the answer's text, in bytes. */
  readonly size: number;
  /** The answer's headers, as they came. */
  readonly headers: Headers | null;
}

const MOST = 50;
/** A field with a secret's name, and its text. A quote inside a text is escaped, so no text can look like a field. */
const SECRET = /"(\w*(?:key|secret|token|password))":"(?:[^"\\]|\\.)*"/g;

let calls: readonly LoggedCall[] = [];
let lastId = 0;
const listeners = new Set<(call: LoggedCall) => void>();

// What was read and written is the site's: nothing of it stays after a sign-out.
subscribeToSession(() => {
  if (sessionState().phase === 'out') calls = [];
});

/** The last 50, oldest first. */
export function loggedCalls(): readonly LoggedCall[] {
  return calls;
}

/** The listener is told of a call when it is sent, and again when it has ended. */
export function onCall(listener: (call: LoggedCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the function to call when it is over. */
export function logCall(
  facts: Omit<LoggedCall, 'id' | 'sentAt' | 'end'>,
): (response: Response | null, text: string) => void {
  const startedMs = performance.now();
  lastId += 1;
  const body = facts.body?.replace(SECRET, '"$1":"…"') ?? null;
  const call: LoggedCall = { ...facts, id: lastId, body, sentAt: Date.now(), end: null };
  put([...calls, call].slice(-MOST), call);
  return (response, text) => {
    const ended = {
      ...call,
      end: {
        status: response?.status ?? null,
        ms: performance.now() - startedMs,
        size: new TextEncoder().encode(text).length,
        headers: response?.headers ?? null,
      },
    };
    put(
      calls.map((item) => (item.id === call.id ? ended : item)),
      ended,
    );
  };
}

function put(next: readonly LoggedCall[], changed: LoggedCall): void {
  calls = next;
  for (const listener of listeners) listener(changed);
}
