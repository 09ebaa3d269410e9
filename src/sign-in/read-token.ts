import { findTokenFault } from '#contract/token-format.ts';

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
