import { useCallback, useState, useEffect } from 'react';
import { OWN_BASE } from '#src/session/api-base.ts';
import { signIn } from './session-acts.ts';
import { useTokenCheck, type TokenCheck } from './token-check.tsx';
import { type Whoami, getWhoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { ownerOf } from '#src/session/owner.ts';
import { askTabs, confirmSession, leaveSession, sessionState } from '#src/session/session-store.ts';
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
  const { link, follow, drop } = useStartLink({ check: run, enter: enterByLink, refuse, show: showLink });

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

const TOKEN_LENGTH = 48;

type Accepted = Extract<TokenCheck, { readonly phase: 'accepted' }>;

/** `asking` waits for a click, `refused` shows the form with the problem. `present` is the session that the tab has. */
type StartLink =
  | { readonly phase: 'none' | 'checking' }
  | { readonly phase: 'refused'; readonly present: Whoami | null }
  | {
      readonly phase: 'asking';
      readonly accepted: Accepted;
      readonly present: Whoami | null;
      readonly isEntering: boolean;
    };

interface Actions {
  readonly check: (token: string, baseUrl: string) => Promise<TokenCheck | null>;
  /** True once signed in. */
  readonly enter: (accepted: Accepted) => Promise<boolean>;
  readonly refuse: (error: unknown) => void;
  /** Puts a refused token into the form, to try it again. */
  readonly show: (token: string) => void;
}

/**
 * Follows start links: at once on the machine of the service if no session is present, else after a click
 * (docs/using.md, "Signing in").
 */
function useStartLink({ check, enter, refuse, show }: Actions) {
  const [link, setLink] = useState<StartLink>(() => ({ phase: startToken() === null ? 'none' : 'checking' }));

  const decide = useCallback((next: StartLink) => {
    forgetStartToken();
    setLink(next);
  }, []);

  const enterBy = useCallback(
    async (accepted: Accepted, present: Whoami | null) => {
      if (await enter(accepted)) return decide({ phase: 'none' });
      show(accepted.token);
      decide({ phase: 'refused', present });
    },
    [enter, show, decide],
  );

  useEffect(() => {
    async function begin(token: string): Promise<void> {
      setLink({ phase: 'checking' });
      try {
        const [present, found] = await Promise.all([presentSession(), check(token, OWN_BASE)]);
        // Another link was followed meanwhile.
        if (startToken() !== token) return;
        if (found?.phase === 'accepted') {
          if (present === null && isLoopback(location.hostname)) await enterBy(found, present);
          else setLink({ phase: 'asking', accepted: found, present, isEntering: false });
          return;
        }
        // Null: the person typed something else meanwhile.
        if (found !== null) show(token);
        decide({ phase: 'refused', present });
      } catch (error) {
        show(token);
        refuse(error);
        decide({ phase: 'refused', present: null });
      }
    }
    const token = startToken();
    if (token !== null) void begin(token);
    return onStartToken((next) => void begin(next));
  }, [check, enterBy, refuse, show, decide]);

  return {
    link,
    /** Enters by the link that waits for a click. */
    follow() {
      if (link.phase !== 'asking' || link.isEntering) return;
      setLink({ ...link, isEntering: true });
      void enterBy(link.accepted, link.present);
    },
    /** Ignores the link: the present session stays, or the form is shown. */
    drop: () => decide({ phase: 'none' }),
  };
}

/** The session of this tab, its own or one that another tab gives; null without one. @throws ApiFailure */
async function presentSession(): Promise<Whoami | null> {
  await askTabs();
  const state = sessionState();
  if (state.phase === 'out') return null;
  const { token, baseUrl } = state.session;
  try {
    const whoami = await call(getWhoami, { token, baseUrl });
    confirmSession(ownerOf(whoami));
    return whoami;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'unauthorized') throw error;
    leaveSession();
    return null;
  }
}

/** On the service's own machine the person who opens a start link has started the service, or could have. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
