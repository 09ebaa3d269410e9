import { useCallback, useState, useEffect } from 'react';
import { OWN_BASE } from '#src/session/api-base.ts';
import { signIn } from './enter.ts';
import { useTokenCheck, type TokenCheck } from './use-token-check.ts';
import { type Whoami, getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { ownerOf } from '#src/session/owner.ts';
import { SESSION_LOCK } from '#src/session/session-channel.ts';
import { askTabs, confirmSession, leaveSession, refuseToken, sessionState } from '#src/session/session-store.ts';
import { forgetStartToken, onStartToken, startToken } from './start-link.ts';

export type SignInForm = ReturnType<typeof useSignIn>;

/** The state of the sign-in page. Entering changes the session; the page watches that and leaves. */
export function useSignIn() {
  const [token, setToken] = useState('');
  const [baseUrl, setBase] = useState(OWN_BASE);
  const [keep, setKeep] = useState(false);
  const [isEntering, setEntering] = useState(false);
  const { check, run, reset, refuse } = useTokenCheck();

  const enter = useCallback(
    async (accepted: TokenCheck | null, base: string, isKept: boolean): Promise<boolean> => {
      if (accepted?.phase !== 'accepted') return false;
      setEntering(true);
      try {
        await signIn({ token: accepted.token, baseUrl: base, whoami: accepted.whoami, keep: isKept });
        setToken('');
        return true;
      } catch (error) {
        refuse(error);
        return false;
      } finally {
        setEntering(false);
      }
    },
    [refuse],
  );

  const enterByLink = useCallback((accepted: TokenCheck) => enter(accepted, OWN_BASE, false), [enter]);
  const showLink = useCallback((linked: string) => {
    setToken(linked);
    setBase(OWN_BASE);
  }, []);
  const { link, follow, drop } = useStartLink({ check: run, enter: enterByLink, show: showLink });

  const checkAgain = useCallback(() => void run(token, baseUrl), [run, token, baseUrl]);
  const isBusy = isEntering || link.phase === 'checking';

  return {
    token,
    baseUrl,
    keep,
    check,
    link,
    /** The accepted token is being exchanged. */
    isEntering: isBusy,
    setKeep,
    setBaseUrl(next: string) {
      // The token is not sent to another address before the person says so.
      setBase(next);
      reset();
    },
    type(text: string) {
      setToken(text);
      if (baseUrl === OWN_BASE && text.length === TOKEN_LENGTH) void run(text, baseUrl);
      else reset();
    },
    paste(text: string) {
      setToken(text);
      void run(text, baseUrl);
    },
    /** Enters with an accepted token, else checks the text. */
    submit() {
      if (isBusy || check.phase === 'checking') return;
      if (check.phase !== 'accepted') return checkAgain();
      void enter(check, baseUrl, keep).then((isIn) => {
        if (isIn) drop();
      });
    },
    checkAgain,
    followLink: follow,
    dropLink() {
      reset();
      drop();
    },
  };
}

const TOKEN_LENGTH = 42;

type Accepted = Extract<TokenCheck, { readonly phase: 'accepted' }>;

/** State of a start link: `asking` waits for a click, `refused` shows the form with what is wrong with it. */
type StartLink =
  | { readonly phase: 'none' | 'checking' }
  | { readonly phase: 'refused'; readonly live: LiveSession }
  | { readonly phase: 'asking'; readonly accepted: Accepted; readonly live: LiveSession; readonly isEntering: boolean };

interface Actions {
  readonly check: (token: string, baseUrl: string) => Promise<TokenCheck | null>;
  /** Answers whether it is in. */
  readonly enter: (accepted: Accepted) => Promise<boolean>;
  /** Puts a refused token into the form, where it can be tried again. */
  readonly show: (token: string) => void;
}

/**
 * Follows start links: by itself on the machine of the service where no tab has a session, else when it is told to
 * (docs/using.md, "Signing in").
 */
function useStartLink({ check, enter, show }: Actions) {
  const [link, setLink] = useState<StartLink>(() => ({ phase: startToken() === null ? 'none' : 'checking' }));

  const decide = useCallback((next: StartLink) => {
    forgetStartToken();
    setLink(next);
  }, []);

  const enterBy = useCallback(
    async (accepted: Accepted, live: LiveSession) => {
      if (await enter(accepted)) return decide({ phase: 'none' });
      show(accepted.token);
      decide({ phase: 'refused', live });
    },
    [enter, show, decide],
  );

  useEffect(() => {
    async function begin(token: string): Promise<void> {
      setLink({ phase: 'checking' });
      const [live, found] = await Promise.all([findLiveSession(), check(token, OWN_BASE)]);
      // Another link was followed meanwhile.
      if (startToken() !== token) return;
      if (found?.phase === 'accepted') {
        if (live.kind === 'none' && isLoopback(location.hostname)) await enterBy(found, live);
        else setLink({ phase: 'asking', accepted: found, live, isEntering: false });
        return;
      }
      // Null: something else was typed meanwhile.
      if (found !== null) show(token);
      decide({ phase: 'refused', live });
    }
    const token = startToken();
    if (token !== null) void begin(token);
    return onStartToken((next) => void begin(next));
  }, [check, enterBy, show, decide]);

  return {
    link,
    /** Enters by the link that asks. */
    follow() {
      if (link.phase !== 'asking' || link.isEntering) return;
      setLink({ ...link, isEntering: true });
      void enterBy(link.accepted, link.live);
    },
    /** Leaves it alone: the session that is there stays, and without one the form is shown. */
    drop: () => decide({ phase: 'none' }),
  };
}

/** Whether the session that is there and the link are of one site, so that a path of the one is one of the other. */
export function isSameSite(live: LiveSession, whoami: Whoami): boolean {
  return live.kind === 'here' && live.whoami?.site_id === whoami.site_id;
}

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
async function findLiveSession(): Promise<LiveSession> {
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
      confirmSession(ownerOf(whoami));
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
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
