import { defineSearch, idText, textUpTo } from '#src/browser/define-search.ts';

/** Search parameters of the list. Without any it has all visitors, the newest first. */
export const visitorsSearch = defineSearch({
  /** Words of the key, name, email or phone. */
  q: textUpTo(200),
  /** The name of a segment. */
  segment: textUpTo(200),
  /** The id of the linked customer. */
  customer: idText,
});
export type VisitorsSearch = ReturnType<typeof visitorsSearch>;
