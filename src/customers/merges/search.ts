import { defineSearch, idText, skip } from '#src/browser/define-search.ts';

/** Search parameters of the receipts. */
export const mergesSearch = defineSearch({
  /** One receipt. */
  id: idText,
  /** Those that this customer is or was a part of. */
  identity: idText,
  skip,
});
export type MergesSearch = ReturnType<typeof mergesSearch>;
