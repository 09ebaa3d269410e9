import * as z from 'zod/mini';
import { createAtom } from '@tanstack/react-store';
import { apiBases } from './api-base.ts';
import { isSameOwner, ownerSchema, type Owner } from './owner.ts';
import { isFramed, storage } from '#src/browser/storage.ts';

const sessionSchema = z.readonly(
  z.object({
    token: z.string().check(z.minLength(1)),
    baseUrl: z.string(),
    kind: z.enum(['session', 'api']),
    /** The person wants an API token to survive a reload. */
    kept: z.boolean(),
  }),
);
export type Session = z.infer<typeof sessionSchema>;

/**
 * `in`: calls carry the token; `owner` is null until whoami has accepted it in this tab.
 * `ended`: the service refused the token in the middle of work. Calls wait until `renewSession` or `leaveSession`.
 * `out`: no one is signed in; `isUnreported` if the service did not get the sign-out.
 */
export type SessionState =
  | { readonly phase: 'out'; readonly isUnreported: boolean }
  | { readonly phase: 'in'; readonly session: Session; readonly owner: Owner | null }
  | { readonly phase: 'ended'; readonly session: Session; readonly owner: Owner };

const KEY = 'session';
const ASK_MS = 200;
const OUT: SessionState = { phase: 'out', isUnreported: false };

/** For components: `useSelector(sessionAtom)`. Only the functions below set it. */
export const sessionAtom = createAtom<SessionState>(OUT);

export function sessionState(): SessionState {
  return sessionAtom.get();
}

/** The owner of the session, also while it waits for another token; null before whoami has answered. */
export function sessionOwner(): Owner | null {
  const state = sessionState();
  return state.phase === 'out' ? null : state.owner;
}

let run = 0;

/**
 * The number of this tab's sign-in: unchanged by a renewal, another one after the next sign-in. `call` never sends a call
 * of one sign-in in the next.
 */
export function sessionRun(): number {
  return run;
}

/** @returns what stops it. */
export function subscribeToSession(listener: () => void): () => void {
  return sessionAtom.subscribe(listener).unsubscribe;
}

/** Restores the session of before a reload and opens the channel to the other tabs. Call it once, before any other. */
export function startSession(): () => void {
  // A frame has the session of its host, and shares it with no other tab.
  if (!isFramed) channel = new BroadcastChannel('support-console:session');
  sessionAtom.set(restore());
  return () => {
    channel?.close();
    channel = null;
  };
}

function restore(): SessionState {
  const stored = storage.tab.get(KEY);
  if (stored === null) return OUT;
  try {
    const session = sessionSchema.parse(JSON.parse(stored));
    if (apiBases().includes(session.baseUrl)) return { phase: 'in', session, owner: null };
  } catch {
    // A broken value counts as none.
  }
  storage.tab.remove(KEY);
  return OUT;
}

/** An API token is stored only if the person ticked the box. */
function keep(session: Session): void {
  if (session.kind === 'session' || session.kept) storage.tab.set(KEY, JSON.stringify(session));
  else storage.tab.remove(KEY);
}

/** Whether a reload keeps the session. */
export function survivesReload(): boolean {
  return storage.tab.survivesReload(KEY);
}

export function enterSession(session: Session): void {
  run += 1;
  keep(session);
  sessionAtom.set({ phase: 'in', session, owner: null });
}

/** whoami has accepted the token: a later 401 means that the session ended. */
export function confirmSession(owner: Owner): void {
  const state = sessionState();
  if (state.phase !== 'in' || (state.owner !== null && isSameOwner(state.owner, owner))) return;
  sessionAtom.set({ ...state, owner });
}

/** Continues with a new token of the same site; waiting calls are sent with it, also in this owner's other tabs. */
export function renewSession(session: Session, owner: Owner): void {
  if (sessionState().phase === 'out') return;
  keep(session);
  sessionAtom.set({ phase: 'in', session, owner });
  postToTabs({ type: 'renewed', owner, session });
}

export function leaveSession(isUnreported = false): void {
  run += 1;
  storage.tab.remove(KEY);
  sessionAtom.set({ phase: 'out', isUnreported });
}

/** The service answered 401 to this token. True if the call may wait for another token and try again. */
export function refuseToken(token: string): boolean {
  const state = sessionState();
  if (state.phase === 'out') return false;
  if (state.session.token !== token || state.phase === 'ended') return true;
  if (state.owner === null) {
    leaveSession();
    return false;
  }
  storage.tab.remove(KEY);
  sessionAtom.set({ phase: 'ended', session: state.session, owner: state.owner });
  return true;
}

/** A new tab asks, others give their session; a sign-out and a renewed session reach every tab of this origin. */
const channelMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id: z.string() }),
  z.object({ type: z.literal('give'), id: z.string(), session: sessionSchema }),
  z.object({ type: z.literal('renewed'), owner: ownerSchema, session: sessionSchema }),
  z.object({ type: z.literal('out'), token: z.string(), owner: z.nullable(ownerSchema) }),
]);
type ChannelMessage = z.infer<typeof channelMessage>;

let channel: BroadcastChannel | null = null;

function postToTabs(message: ChannelMessage): void {
  channel?.postMessage(message);
}

/** Signs the other tabs out, when this one leaves its session. */
export function signOutTabs(left: Exclude<SessionState, { readonly phase: 'out' }>): void {
  postToTabs({ type: 'out', token: left.session.token, owner: left.owner });
}

function listenToTabs(listener: (message: ChannelMessage) => void): () => void {
  const receive = (event: MessageEvent<unknown>): void => {
    // A tab with another version of this page may post other messages.
    const message = channelMessage.safeParse(event.data);
    if (message.success) listener(message.data);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

let asking: Promise<void> | null = null;

/**
 * Asks the open tabs for their session, once. Resolves when one gives it, or after 200 ms. A tab that was asleep may answer
 * later; that still counts until a person signs in here.
 */
export function askTabs(): Promise<void> {
  asking ??= new Promise((resolve) => {
    if (sessionState().phase !== 'out') return resolve();
    const id = String(Math.random());
    const timer = setTimeout(resolve, ASK_MS);
    const stopListening = listenToTabs((message) => {
      if (message.type !== 'give' || message.id !== id) return;
      if (apiBases().includes(message.session.baseUrl)) enterSession(message.session);
    });
    const stop = subscribeToSession(() => {
      stop();
      stopListening();
      clearTimeout(timer);
      resolve();
    });
    postToTabs({ type: 'ask', id });
  });
  return asking;
}

/** Answers other tabs until the returned function is called. @param onOut gets the token that another tab signed out */
export function answerTabs(onOut: (token: string) => void): () => void {
  return listenToTabs((message) => {
    const state = sessionState();
    if (message.type === 'out') {
      // A tab that keeps the unsent work of a different person waits for that person.
      const isOthers = state.phase === 'ended' && message.owner !== null && !isSameOwner(state.owner, message.owner);
      if (!isOthers) onOut(message.token);
    }
    if (message.type === 'ask' && state.phase === 'in' && state.owner !== null) {
      postToTabs({ type: 'give', id: message.id, session: state.session });
    }
    // A tab of another person asks by itself what becomes of its unsent work.
    if (message.type === 'renewed' && state.phase === 'ended' && isSameOwner(state.owner, message.owner)) {
      keep(message.session);
      sessionAtom.set({ phase: 'in', session: message.session, owner: message.owner });
    }
  });
}
