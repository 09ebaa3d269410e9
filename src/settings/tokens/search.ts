import { defineSearch, idText, oneOf, textUpTo } from '#src/browser/define-search.ts';

/** Which tokens are listed; absent: those that work, and those that ended lately. */
export const SHOWN = ['unused', 'ending', 'ended'] as const;
export type Shown = (typeof SHOWN)[number];

/** Search parameters of the page. */
export const tokensSearch = defineSearch({
  show: oneOf(SHOWN),
  /** A part of the label, or the beginning of the token. */
  q: textUpTo(200),
  /** Id of the token whose details are open. */
  id: idText,
});
export type TokensSearch = ReturnType<typeof tokensSearch>;

/** Cuts whole tokens down to what the list shows of them: a secret that was pasted stays out of the address. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\b(s(?:ck|ct|pt)_\w{6})\w+/g, '$1');
}
