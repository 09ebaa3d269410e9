import type { Whoami } from '#contract/site.ts';
import { getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { SESSION_LOCK } from '#src/session/session-channel.ts';
import { askTabs, confirmSession, leaveSession, refuseToken, sessionState } from '#src/session/session-store.ts';

/**
 * `here`: this tab has a session, its own or one that another tab gave; `whoami` is null where the service does not say
 * whose. `silent`: another tab has one and does not answer. `unknown`: none was given that still lives, and this browser
 * cannot tell whether a busy tab has one. `none`: no tab of this browser has one.
 */
export type LiveSession =
  | { readonly kind: 'here'; readonly whoami: Whoami | null }
  | { readonly kind: 'silent' | 'unknown' | 'none' };

/** How long a tab that has a session may take to give it. */
const PATIENCE_MS = 5_000;
/** The same where the browser cannot tell whether there is such a tab. */
const ASK_MS = 500;

/** The session that a start link would take the place of. */
export async function findLiveSession(): Promise<LiveSession> {
  for (let refused: string | null = null; ;) {
    const answer = sessionState().phase === 'out' ? await askOthers() : 'silent';
    const state = sessionState();
    if (state.phase === 'out') return { kind: answer };
    const { token, baseUrl } = state.session;
    // A tab that has not noticed the end of its session gives it again.
    if (token === refused) {
      leaveSession();
      return { kind: 'unknown' };
    }
    try {
      const whoami = await call(getWhoami, { token, baseUrl });
      confirmSession(whoami.site_id.toString());
      return { kind: 'here', whoami };
    } catch (error) {
      // Ended while nobody looked: there may be a younger one in another tab.
      const isOver = error instanceof ApiFailure && error.kind === 'unauthorized';
      if (!isOver || refuseToken(token)) return { kind: 'here', whoami: null };
      refused = token;
    }
  }
}

/** Enters a session that another tab gives; answers what holds where none does. */
async function askOthers(): Promise<'silent' | 'unknown' | 'none'> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) {
    await askTabs(ASK_MS);
    return 'unknown';
  }
  const waiting = new AbortController();
  // It is had at once where nobody holds it, and else as soon as the last tab with a session is gone.
  let isFree = false;
  const freed = locks
    .request(SESSION_LOCK, { signal: waiting.signal }, () => {
      isFree = true;
    })
    .catch(() => undefined);
  await Promise.race([askTabs(PATIENCE_MS), freed]);
  waiting.abort();
  return isFree ? 'none' : 'silent';
}

/** On the machine itself: whoever opens a start link there has started the service, or could have. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
