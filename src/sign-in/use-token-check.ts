import { useCallback, useRef, useState } from 'react';
import type { Whoami } from '#contract/site.ts';
import { getWhoami } from '#contract/site.ts';
import { isOwnService } from '#src/session/api-base.ts';
import { call } from '#src/api/call.ts';
import { judgeToken, type TokenFault } from './read-token.ts';

/** How the text in the field stands. */
export type TokenCheck =
  | { readonly phase: 'unchecked' }
  | { readonly phase: 'fault'; readonly fault: TokenFault }
  | { readonly phase: 'checking' }
  | { readonly phase: 'refused'; readonly error: unknown }
  | { readonly phase: 'accepted'; readonly token: string; readonly whoami: Whoami };

interface TokenChecker {
  readonly check: TokenCheck;
  /** Judges the text and asks whoami with it; answers what it found, or null when a later check overtook it. */
  readonly run: (token: string, baseUrl: string) => Promise<TokenCheck | null>;
  readonly reset: () => void;
  /** Shows the failure of what came after an accepted check. */
  readonly refuse: (error: unknown) => void;
}

export function useTokenCheck(): TokenChecker {
  const [check, setCheck] = useState<TokenCheck>({ phase: 'unchecked' });
  const running = useRef<AbortController>(null);

  const run = useCallback(async (token: string, baseUrl: string): Promise<TokenCheck | null> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const fault = judgeToken(token, isOwnService(baseUrl));
    if (fault === null) setCheck({ phase: 'checking' });
    const found: TokenCheck = fault === null ? await ask(token, baseUrl, controller.signal) : { phase: 'fault', fault };
    if (controller.signal.aborted) return null;
    setCheck(found);
    return found;
  }, []);

  const reset = useCallback(() => {
    running.current?.abort();
    setCheck({ phase: 'unchecked' });
  }, []);

  const refuse = useCallback((error: unknown) => setCheck({ phase: 'refused', error }), []);
  return { check, run, reset, refuse };
}

async function ask(token: string, baseUrl: string, signal: AbortSignal): Promise<TokenCheck> {
  try {
    return { phase: 'accepted', token, whoami: await call(getWhoami, { token, baseUrl, signal }) };
  } catch (error) {
    return { phase: 'refused', error };
  }
}
