import { useCallback, useRef, useState } from 'react';
import { type Whoami, getWhoami } from '#contract/site.ts';
import { findTokenFault } from '#contract/token-format.ts';
import { call } from '#src/api/call.ts';
import { isOwnService } from '#src/session/api-base.ts';

/** How the text in the field stands. */
export type TokenCheck =
  | { readonly phase: 'unchecked' }
  | { readonly phase: 'fault'; readonly fault: TokenFault }
  | { readonly phase: 'checking' }
  | { readonly phase: 'refused'; readonly error: unknown }
  | { readonly phase: 'accepted'; readonly token: string; readonly whoami: Whoami };

export function useTokenCheck() {
  const [check, setCheck] = useState<TokenCheck>({ phase: 'unchecked' });
  const running = useRef<AbortController>(null);

  /** Judges the text and asks whoami with it; answers what it found, or null when a later check overtook it. */
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

  /** Shows the failure of what came after an accepted check. */
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

export type TokenFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'session' | 'portal' | 'checksum' }
  | { readonly kind: 'shape'; readonly length: number };

/** The token of a pasted text: white space and invisible characters are dropped, and a start link gives its token. */
export function cleanToken(text: string): string {
  const bare = text.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, '');
  return /#token=([^&]*)/.exec(bare)?.[1] ?? bare;
}

/**
 * Says why a token cannot be one, as far as the browser can tell, or null.
 * @param isOwn the token is for the service of this page. How tokens of others look is not documented: only what
 * begins like ours is judged by its checksum, and anything too short or with odd characters is refused.
 */
export function judgeToken(token: string, isOwn: boolean): TokenFault | null {
  if (token === '') return { kind: 'empty' };
  if (/^sct_[0-9A-Za-z]{38}$/.test(token)) return { kind: 'session' };
  if (/^spt_[0-9A-Za-z]{38}$/.test(token)) return { kind: 'portal' };
  if (!isOwn && !token.startsWith('sck_') && /^[\w.~+/-]{16,512}=*$/.test(token)) return null;
  const fault = findTokenFault(token);
  if (fault === 'shape') return { kind: 'shape', length: token.length };
  return fault === null ? null : { kind: fault };
}
