import { useSelector } from '@tanstack/react-store';
import type { Whoami } from '#contract/site.ts';
import { endSession, startSession } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { postToTabs, type Session } from '#src/session/session-channel.ts';
import {
  answerTabs,
  enterSession,
  leaveSession,
  renewSession,
  sessionAtom,
  sessionState,
  type SessionState,
} from '#src/session/session-store.ts';
import { hasExtension } from '#src/api/whoami.ts';

export function useSession(): SessionState {
  return useSelector(sessionAtom);
}

interface SignIn {
  readonly token: string;
  readonly baseUrl: string;
  /** What the service answered about this token. */
  readonly whoami: Whoami;
  /** Without `sessions`: keep the API token until the tab is closed. */
  readonly keep: boolean;
}

/** Enters with an API token, which is exchanged for a session token where the service can. @throws ApiFailure */
export async function signIn(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  enterSession(session);
  // Another token may see another site: nothing of the one before may stay. What a page shows already is asked for anew;
  // it would wait for ever for an answer that was taken away from under it.
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}

/** Goes on after the session ended, with a token of the same site. @throws ApiFailure */
export async function signInAgain(wanted: SignIn): Promise<void> {
  renewSession(await exchange(wanted));
}

async function exchange({ token, baseUrl, whoami, keep }: SignIn): Promise<Session> {
  if (!hasExtension(whoami, 'sessions')) return { token, baseUrl, kind: 'api', kept: keep };
  const started = await call(startSession, { body: {}, token, baseUrl });
  return { token: started.token, baseUrl, kind: 'session', kept: false };
}

/**
 * Ends the session in the service and in every open tab. The page is left at once; the call to the service goes out
 * meanwhile.
 */
export async function signOut(): Promise<void> {
  const state = sessionState();
  if (state.phase === 'out') return;
  postToTabs({ type: 'out', token: state.session.token });
  leaveSession();
  if (state.phase === 'in' && !(await reportSignOut(state.session)) && sessionState().phase === 'out')
    leaveSession(true);
}

/** Other tabs' sign-outs end this tab's session too. @returns what stops it */
export function followTabs(): () => void {
  return answerTabs((token) => {
    const state = sessionState();
    if (state.phase === 'out') return;
    leaveSession();
    if (state.phase === 'in' && state.session.token !== token) void reportSignOut(state.session);
  });
}

/** True unless the session may still be open in the service. */
async function reportSignOut({ token, baseUrl, kind }: Session): Promise<boolean> {
  if (kind === 'api') return true;
  try {
    await call(endSession, { token, baseUrl, keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiFailure && error.kind === 'unauthorized';
  }
}
