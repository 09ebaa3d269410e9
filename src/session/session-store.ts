import { createAtom } from '@tanstack/react-store';
import { apiBases } from './api-base.ts';
import { isSameOwner, type Owner } from './owner.ts';
import { holdLock, listenToTabs, openChannel, postToTabs, readSession, type Session } from './session-channel.ts';
import { storage } from '#src/browser/storage.ts';

/**
 * `in`: calls carry the token; `owner` is null until whoami has accepted it in this tab.
 * `ended`: the service refused the token in the middle of work. Calls wait until `renewSession` or `leaveSession`.
 * `out`: nobody is signed in. `unreported`: the service could not be told of the sign-out; `replaced`: another tab has
 * signed in anew; `other`: another person signs in here, on the same page.
 */
export type SessionState =
  | { readonly phase: 'out'; readonly why: 'unreported' | 'replaced' | 'other' | null }
  | { readonly phase: 'in'; readonly session: Session; readonly owner: Owner | null }
  | { readonly phase: 'ended'; readonly session: Session; readonly owner: Owner };

const KEY = 'session';
const ASK_MS = 200;
const OUT: SessionState = { phase: 'out', why: null };

/** For components: `useSelector(sessionAtom)`. Only the functions below set it. */
export const sessionAtom = createAtom<SessionState>(OUT);

export function sessionState(): SessionState {
  return sessionAtom.get();
}

/** Whose session this tab has, also while it waits for another token; null before whoami has answered. */
export function sessionOwner(): Owner | null {
  const state = sessionState();
  return state.phase === 'out' ? null : state.owner;
}

let run = 0;

/**
 * The number of the sign-in that this tab works in. It stays when a session is renewed and changes when another begins:
 * a call that was begun in one is never sent in the next.
 */
export function sessionRun(): number {
  return run;
}

/** @returns what stops it. */
export function subscribeToSession(listener: () => void): () => void {
  return sessionAtom.subscribe(listener).unsubscribe;
}

/**
 * Takes up the session that this tab had before a reload and opens the channel to the other tabs; the page starts it
 * once, before anything asks for the session.
 */
export function startSession(): () => void {
  const close = openChannel();
  setState(restore());
  return close;
}

function restore(): SessionState {
  const stored = storage.tab.get(KEY);
  if (stored === null) return OUT;
  try {
    const session = readSession(JSON.parse(stored));
    if (session !== null && apiBases().includes(session.baseUrl)) return { phase: 'in', session, owner: null };
  } catch {
    // A broken value is as good as none.
  }
  storage.tab.remove(KEY);
  return OUT;
}

function setState(next: SessionState): void {
  sessionAtom.set(next);
  holdLock(next.phase === 'in');
}

/** An API token is written down only when the person ticked the box; a session token is made for it. */
function keep(session: Session): void {
  if (session.kind === 'session' || session.kept) storage.tab.set(KEY, JSON.stringify(session));
  else storage.tab.remove(KEY);
}

/** Whether the session is still there when the page is loaded again. */
export function survivesReload(): boolean {
  return storage.tab.survivesReload(KEY);
}

export function enterSession(session: Session): void {
  run += 1;
  keep(session);
  setState({ phase: 'in', session, owner: null });
}

/** whoami has accepted the token: from now on a 401 means that the session ended. */
export function confirmSession(owner: Owner): void {
  const state = sessionState();
  if (state.phase !== 'in' || (state.owner !== null && isSameOwner(state.owner, owner))) return;
  setState({ ...state, owner });
}

/**
 * Continues with a new token of the same site, and so does what waits for it: the caller has made sure that it may, since
 * the owner is the same or was asked. Other tabs of this owner whose session ended continue with it too.
 */
export function renewSession(session: Session, owner: Owner): void {
  if (sessionState().phase === 'out') return;
  keep(session);
  setState({ phase: 'in', session, owner });
  postToTabs({ type: 'renewed', owner, session });
}

export function leaveSession(why: Extract<SessionState, { readonly phase: 'out' }>['why'] = null): void {
  run += 1;
  storage.tab.remove(KEY);
  setState({ phase: 'out', why });
}

let leaving: Promise<void> = Promise.resolve();

/** The page clears what it has of the session that was left: `hasLeft` waits for it. */
export function reportLeaving(done: Promise<void>): void {
  leaving = done;
}

/** Resolves when nothing of the session that was left is in the page any more. */
export function hasLeft(): Promise<void> {
  return leaving;
}

/** The service answered 401 to this token. True when the call may wait for another and try again. */
export function refuseToken(token: string): boolean {
  const state = sessionState();
  if (state.phase === 'out') return false;
  if (state.session.token !== token || state.phase === 'ended') return true;
  if (state.owner === null) {
    leaveSession();
    return false;
  }
  storage.tab.remove(KEY);
  setState({ phase: 'ended', session: state.session, owner: state.owner });
  return true;
}

let asking: Promise<void> | null = null;

/**
 * Asks the open tabs for their session, once; is done when one gives it, or after 200 ms. A tab that was asleep may
 * answer later: that still counts until somebody signs in here. @param patienceMs asks anew, and waits so long
 */
export function askTabs(patienceMs?: number): Promise<void> {
  if (patienceMs === undefined && asking !== null) return asking;
  asking = new Promise((resolve) => {
    if (sessionState().phase !== 'out') return resolve();
    const id = String(Math.random());
    const timer = setTimeout(resolve, patienceMs ?? ASK_MS);
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

/**
 * Answers other tabs, until the function that it returns is called. @param onOut gets the token of a session that
 * another tab signed out of. A tab that keeps the work of somebody else until they sign in again is not told.
 */
export function answerTabs(onOut: (token: string) => void): () => void {
  return listenToTabs((message) => {
    const state = sessionState();
    if (message.type === 'out') {
      const isOthers = state.phase === 'ended' && message.owner !== null && !isSameOwner(state.owner, message.owner);
      if (!isOthers) onOut(message.token);
    }
    if (message.type === 'replaced' && state.phase !== 'out' && state.session.token === message.token) {
      leaveSession('replaced');
    }
    if (message.type === 'ask' && state.phase === 'in' && state.owner !== null) {
      postToTabs({ type: 'give', id: message.id, session: state.session });
    }
    // A tab of another person asks by itself what becomes of what waits there.
    if (message.type === 'renewed' && state.phase === 'ended' && isSameOwner(state.owner, message.owner)) {
      keep(message.session);
      setState({ phase: 'in', session: message.session, owner: message.owner });
    }
  });
}
