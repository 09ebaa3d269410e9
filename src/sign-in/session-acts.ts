import { createAtom, useSelector } from '@tanstack/react-store';
import { onlyReads } from '#contract/operation.ts';
import { endSession, startSession, type Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { isWholeService, whoamiOptions } from '#src/api/whoami.ts';
import { ownerOf } from '#src/session/owner.ts';
import {
  answerTabs,
  enterSession,
  leaveSession,
  renewSession,
  sessionAtom,
  sessionState,
  signOutTabs,
  type Session,
  type SessionState,
} from '#src/session/session-store.ts';
import { isNothing, sendWaiting, unsentWork } from '#src/session/unsent-work.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface SignIn {
  readonly token: string;
  readonly baseUrl: string;
  /** The service's answer about this token. */
  readonly whoami: Whoami;
  /** On a service without sessions: keep the API token until the tab is closed. */
  readonly keep: boolean;
}

export function useSession(): SessionState {
  return useSelector(sessionAtom);
}

/**
 * Enters with an API token, which is exchanged for a session token if the service has sessions. The present session ends,
 * in the service and in every tab. @throws ApiFailure, and then nothing has changed
 */
export async function signIn(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  const before = sessionState();
  const isReplaced = before.phase !== 'out' && before.session.token !== session.token;
  // Clears the tab as a sign-out does.
  if (isReplaced) leaveSession();
  enterSession(session);
  // Another token may see another site. A query on screen is reset, since it would wait forever if it were removed.
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
  if (!isReplaced) return;
  signOutTabs(before);
  if (before.phase === 'in' && !(await reportSignOut(before.session)))
    toast({ kind: 'error', text: messages.unreportedBefore });
}

/**
 * Continues on the same page after the session ended, with a token of the same site. Unsent work is sent; a different person
 * has confirmed to send it under their name. @throws ApiFailure
 */
export async function signInAgain(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  const state = sessionState();
  // Another tab was quicker: end this session.
  if (state.phase !== 'ended') return void (await reportSignOut(session));
  const owner = ownerOf(wanted.whoami);
  queryClient.setQueryData(whoamiOptions().queryKey, wanted.whoami);
  renewSession(session, owner);
}

async function exchange({ token, baseUrl, whoami, keep }: SignIn): Promise<Session> {
  if (!isWholeService(whoami) || isForWall(whoami)) return { token, baseUrl, kind: 'api', kept: keep };
  const started = await call(startSession, { body: {}, token, baseUrl });
  return { token: started.token, baseUrl, kind: 'session', kept: false };
}

/** A wall shows health for longer than a session lasts, so a token that only reads stays in memory there. */
function isForWall({ scopes }: Whoami): boolean {
  const search = new URLSearchParams(location.search);
  return onlyReads(scopes) && (search.get('wall') === '1' || search.get('next') === '/health?wall=1');
}

/** True while the dialog asks whether to sign out with unsent work. */
export const signOutQuestion = createAtom(false);

/** Signs out; asks first if unsent work would be lost. Messages that still count down are sent now. */
export function askToSignOut(): void {
  sendWaiting();
  if (isNothing(unsentWork())) void signOut();
  else signOutQuestion.set(true);
}

/** Leaves the page at once and ends the session in every tab and in the service. */
export async function signOut(): Promise<void> {
  const state = sessionState();
  signOutQuestion.set(false);
  if (state.phase === 'out') return;
  signOutTabs(state);
  leaveSession();
  if (state.phase === 'in' && !(await reportSignOut(state.session)) && sessionState().phase === 'out')
    leaveSession(true);
}

/** Sign-outs of other tabs end this tab's session too. @returns the function that stops it */
export function followTabs(): () => void {
  return answerTabs((token) => {
    const state = sessionState();
    if (state.phase === 'out') return;
    leaveSession();
    if (state.phase === 'in' && state.session.token !== token) void reportSignOut(state.session);
  });
}

/** False if the session may still be open in the service. */
export async function reportSignOut({ token, baseUrl, kind }: Session): Promise<boolean> {
  if (kind === 'api') return true;
  try {
    await call(endSession, { token, baseUrl, keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiFailure && error.kind === 'unauthorized';
  }
}
