import { useCallback, useEffect, useState } from 'react';
import { OWN_BASE } from '#src/session/api-base.ts';
import { signIn } from './session-acts.ts';
import { onStartToken, startToken, takeStartToken } from './start-link.ts';
import { useTokenCheck, type TokenCheck } from './use-token-check.ts';

export interface SignInForm {
  readonly token: string;
  readonly baseUrl: string;
  readonly keep: boolean;
  readonly check: TokenCheck;
  /** The accepted token is being exchanged. */
  readonly isEntering: boolean;
  readonly setKeep: (keep: boolean) => void;
  readonly setBaseUrl: (baseUrl: string) => void;
  readonly type: (token: string) => void;
  readonly paste: (token: string) => void;
  /** Enters with an accepted token, else checks the text. */
  readonly submit: () => void;
  readonly checkAgain: () => void;
}

/** The state of the sign-in page. Entering changes the session; the page watches that and leaves. */
export function useSignIn(): SignInForm {
  const [token, setToken] = useState('');
  const [baseUrl, setBase] = useState(OWN_BASE);
  const [keep, setKeep] = useState(false);
  const [isEntering, setEntering] = useState(false);
  const { check, run, reset, refuse } = useTokenCheck();

  const enter = useCallback(
    async (accepted: TokenCheck | null, base: string, isKept: boolean) => {
      if (accepted?.phase !== 'accepted') return;
      setEntering(true);
      try {
        await signIn({ token: accepted.token, baseUrl: base, whoami: accepted.whoami, keep: isKept });
        setToken('');
      } catch (error) {
        refuse(error);
      } finally {
        setEntering(false);
      }
    },
    [refuse],
  );

  useEffect(() => {
    async function followLink(): Promise<void> {
      const linked = takeStartToken();
      if (linked === null) return;
      setToken(linked);
      setBase(OWN_BASE);
      await enter(await run(linked, OWN_BASE), OWN_BASE, false);
    }
    void followLink();
    return onStartToken(() => void followLink());
  }, [run, enter]);

  const checkAgain = useCallback(() => void run(token, baseUrl), [run, token, baseUrl]);

  return {
    token,
    baseUrl,
    keep,
    check,
    isEntering: isEntering || startToken() !== null,
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
      if (isEntering || check.phase === 'checking') return;
      if (check.phase === 'accepted') void enter(check, baseUrl, keep);
      else checkAgain();
    },
    checkAgain,
  };
}

const TOKEN_LENGTH = 42;
