import { isEmail } from '#contract/scalars.ts';
import { defineSearch, oneOf, textUpTo, textWhere } from '#src/browser/define-search.ts';

/** The filters of the page, each with its count. */
export const SHOWN = ['active', 'expired', 'revoked', 'expiring', 'unused', 'many'] as const;
export type Shown = (typeof SHOWN)[number];

/** Search parameters of the page. Without any it lists all links, newest first. */
export const portalSearch = defineSearch({
  show: oneOf(SHOWN),
  /** A part of the address. */
  q: textUpTo(200),
  /** Exactly this address. */
  email: textWhere(isEmail),
});
export type PortalSearch = ReturnType<typeof portalSearch>;
