import { onlyReads } from '#contract/operation.ts';
import { type Whoami, startSession } from '#contract/site.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { storage } from '#src/browser/storage.ts';
import { hasExtension, whoamiOptions } from '#src/api/whoami.ts';
import { postToTabs, type Session } from '#src/session/session-channel.ts';
import { ownerOf, ownerPrefix } from '#src/session/owner.ts';
import { enterSession, hasLeft, leaveSession, renewSession, sessionState } from '#src/session/session-store.ts';
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

/**
 * Continues on the same page after the session ended, with a token of the same site. What waits is sent: another person
 * was asked, and sends it as their own. @throws ApiFailure
 */
export async function signInAgain(wanted: SignIn): Promise<void> {
  const session = await exchange(wanted);
  const state = sessionState();
  // Another tab was quicker: nobody needs this one.
  if (state.phase !== 'ended') return void (await reportSignOut(session));
  const owner = ownerOf(wanted.whoami);
  queryClient.setQueryData(whoamiOptions().queryKey, wanted.whoami);
  renewSession(session, owner);
}

/**
 * Another person signs in on the page of a session that ended: nothing that waits there is sent, and it is gone.
 * @param isDiscarded drafts of the person before are deleted as well; else they stay theirs
 * @throws ApiFailure, and then nothing has changed
 */
export async function signInInstead(wanted: SignIn, isDiscarded: boolean): Promise<void> {
  const session = await exchange(wanted);
  const before = sessionState();
  if (before.phase !== 'ended') return void (await reportSignOut(session));
  leaveSession('other');
  await hasLeft();
  if (isDiscarded) storage.device.removeAll(ownerPrefix(before.owner));
  enterSession(session);
}

async function exchange({ token, baseUrl, whoami, keep }: SignIn): Promise<Session> {
  if (!hasExtension(whoami, 'sessions') || isForWall(whoami)) return { token, baseUrl, kind: 'api', kept: keep };
  const started = await call(startSession, { body: {}, token, baseUrl });
  return { token: started.token, baseUrl, kind: 'session', kept: false };
}

/** Health stays on a wall for longer than a session lasts: a token that only reads is used there as it is, from memory. */
function isForWall({ scopes }: Whoami): boolean {
  const search = new URLSearchParams(location.search);
  return onlyReads(scopes) && (search.get('wall') === '1' || search.get('next') === '/health?wall=1');
}
