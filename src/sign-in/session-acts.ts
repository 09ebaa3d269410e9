import { createAtom, useSelector } from '@tanstack/react-store';
import { endSession } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { postToTabs, type Session } from '#src/session/session-channel.ts';
import { isNothing, sendWaiting, unsentWork } from '#src/session/unsent-work.ts';
import { answerTabs, leaveSession, sessionAtom, sessionState, type SessionState } from '#src/session/session-store.ts';

export function useSession(): SessionState {
  return useSelector(sessionAtom);
}

/** Whether the question before a sign-out with unsent work is open. */
export const signOutQuestion = createAtom(false);

/** Signs out, after a question if that would drop something. Messages that still count down are sent now. */
export function askToSignOut(): void {
  sendWaiting();
  if (isNothing(unsentWork())) void signOut();
  else signOutQuestion.set(true);
}

/**
 * Ends the session in the service and in every open tab. The page is left at once; the call to the service goes out
 * meanwhile.
 */
export async function signOut(): Promise<void> {
  const state = sessionState();
  signOutQuestion.set(false);
  if (state.phase === 'out') return;
  postToTabs({ type: 'out', token: state.session.token, owner: state.owner });
  leaveSession();
  if (state.phase === 'in' && !(await reportSignOut(state.session)) && sessionState().phase === 'out')
    leaveSession('unreported');
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
export async function reportSignOut({ token, baseUrl, kind }: Session): Promise<boolean> {
  if (kind === 'api') return true;
  try {
    await call(endSession, { token, baseUrl, keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiFailure && error.kind === 'unauthorized';
  }
}
