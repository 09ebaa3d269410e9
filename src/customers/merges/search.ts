import { defineSearch, idText, skip } from '#src/browser/define-search.ts';

/** What of the receipts stands in the address. */
export const mergesSearch = defineSearch({
  /** One receipt. */
  id: idText,
  /** Those that this customer is or was a part of. */
  identity: idText,
  skip,
});
export type MergesSearch = ReturnType<typeof mergesSearch>;
