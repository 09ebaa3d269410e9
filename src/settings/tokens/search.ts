import { defineSearch, idText, oneOf, textUpTo } from '#src/browser/define-search.ts';

/** Filters of the list. Without one it shows tokens that work, and those that expired lately. */
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

/** Cuts pasted tokens to their prefix, so that no secret gets into the URL. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\b(s(?:ck|ct|pt)_\w{10})\w+/g, '$1');
}
