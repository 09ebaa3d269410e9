import { useCallback, useState } from 'react';
import { OWN_BASE } from '#src/session/api-base.ts';
import { signIn } from './enter.ts';
import { useStartLink, type StartLink } from './use-start-link.ts';
import { useTokenCheck, type TokenCheck } from './use-token-check.ts';

export interface SignInForm {
  readonly token: string;
  readonly baseUrl: string;
  readonly keep: boolean;
  readonly check: TokenCheck;
  readonly link: StartLink;
  /** The accepted token is being exchanged. */
  readonly isEntering: boolean;
  readonly setKeep: (keep: boolean) => void;
  readonly setBaseUrl: (baseUrl: string) => void;
  readonly type: (token: string) => void;
  readonly paste: (token: string) => void;
  /** Enters with an accepted token, else checks the text. */
  readonly submit: () => void;
  readonly checkAgain: () => void;
  readonly followLink: () => void;
  readonly dropLink: () => void;
}

/** The state of the sign-in page. Entering changes the session; the page watches that and leaves. */
export function useSignIn(): SignInForm {
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
    isEntering: isBusy,
    setKeep,
    setBaseUrl(next) {
      // The token is not sent to another address before the person says so.
      setBase(next);
      reset();
    },
    type(text) {
      setToken(text);
      if (baseUrl === OWN_BASE && text.length === TOKEN_LENGTH) void run(text, baseUrl);
      else reset();
    },
    paste(text) {
      setToken(text);
      void run(text, baseUrl);
    },
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
