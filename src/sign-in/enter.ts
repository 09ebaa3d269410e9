import { type Whoami, startSession } from '#contract/site.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { postToTabs, type Session } from '#src/session/session-channel.ts';
import { enterSession, leaveSession, renewSession, sessionState } from '#src/session/session-store.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { reportSignOut } from './session-acts.ts';

interface SignIn {
  readonly token: string;
  readonly baseUrl: string;
  /** The service's answer about this token. */
  readonly whoami: Whoami;
  /** Without `sessions`: keep the API token until the tab is closed. */
  readonly keep: boolean;
}

/**
 * Enters with an API token, which is exchanged for a session token where the service can. A session that was there ends,
 * in the service and in every tab that has it. @throws ApiFailure, and then nothing has changed
 */
export async function signIn(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  const before = sessionState();
  const isReplaced = before.phase !== 'out' && before.session.token !== session.token;
  // All that this tab has of the one before goes as after a sign-out.
  if (isReplaced) leaveSession();
  enterSession(session);
  // Another token may see another site: nothing of the one before may stay. What a page shows already is asked for anew;
  // it would wait for ever for an answer that was taken away from under it.
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
  if (!isReplaced) return;
  postToTabs({ type: 'replaced', token: before.session.token });
  if (before.phase === 'in') void endReplaced(before.session);
}

async function endReplaced(session: Session): Promise<void> {
  if (!(await reportSignOut(session))) toast({ kind: 'error', text: messages.unreportedBefore });
}

/** Goes on after the session ended, with a token of the same site. @throws ApiFailure */
export async function signInAgain(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  if (sessionState().phase === 'ended') renewSession(session);
  // Another tab was quicker: nobody needs this one.
  else await reportSignOut(session);
}

async function exchange({ token, baseUrl, whoami, keep }: SignIn): Promise<Session> {
  if (!hasExtension(whoami, 'sessions')) return { token, baseUrl, kind: 'api', kept: keep };
  const started = await call(startSession, { body: {}, token, baseUrl });
  return { token: started.token, baseUrl, kind: 'session', kept: false };
}
