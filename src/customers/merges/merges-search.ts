import * as z from 'zod/mini';
import { isIdText } from '#contract/scalars.ts';
import { skipInAddress } from '#src/customers/skip-in-address.ts';

const idText = z.catch(z.optional(z.string().check(z.refine(isIdText))), undefined);

/** What of the receipts stands in the address; what means nothing is left out. */
const mergesSearch = z.object({
  /** One receipt. */
  id: idText,
  /** Those that this customer is or was a part of. */
  identity: idText,
  skip: skipInAddress,
});
export type MergesSearch = z.output<typeof mergesSearch>;

export function validateMergesSearch(raw: Record<string, unknown>): MergesSearch {
  return mergesSearch.parse(raw);
}
