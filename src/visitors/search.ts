import { isEmail } from '#contract/scalars.ts';
import { defineSearch, idText, textUpTo, textWhere } from '#src/browser/define-search.ts';

/** Search parameters of the list. Without any it has all visitors, the newest first. */
export const visitorsSearch = defineSearch({
  /** Words of the key, name, email or phone. */
  q: textUpTo(200),
  /** The name of a segment. */
  segment: textUpTo(200),
  /** Exactly this email. */
  email: textWhere(isEmail),
  /** The id of the linked customer. */
  customer: idText,
});
export type VisitorsSearch = ReturnType<typeof visitorsSearch>;
