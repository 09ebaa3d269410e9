import * as z from 'zod/mini';
import { isIdText } from '#contract/scalars.ts';
import { skipInAddress } from '#src/customers/skip-in-address.ts';
import { parsePair } from './merge-pair.ts';

const idText = z.catch(z.optional(z.string().check(z.refine(isIdText))), undefined);
const yes = z.catch(z.optional(z.literal('1')), undefined);

/** What of the page stands in its address: all of it is text, and what means nothing is left out. */
const mergeSearch = z.object({
  /** The pair that is open: "30418-30122". */
  pair: z.catch(z.optional(z.string().check(z.refine((text) => parsePair(text) !== null))), undefined),
  /** Who survives, where it is not the first of the pair. */
  keep: idText,
  /** Whose value stays, where somebody chose it. */
  name: idText,
  email: idText,
  phone: idText,
  /** Suggestions with this customer alone. */
  identity: idText,
  /** Weak ones too. */
  weak: yes,
  /** Those that somebody said are two people. */
  dismissed: yes,
  skip: skipInAddress,
  /** Two customers are chosen by hand, and those that were chosen so far. */
  hand: yes,
  first: idText,
  second: idText,
});
export type MergeSearch = z.output<typeof mergeSearch>;

export function validateMergeSearch(raw: Record<string, unknown>): MergeSearch {
  return mergeSearch.parse(raw);
}

/** What stays when another pair is opened: which pairs are listed. */
export function listOf({ identity, weak, dismissed, skip }: MergeSearch): MergeSearch {
  return { identity, weak, dismissed, skip };
}
