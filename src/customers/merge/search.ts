import { defineSearch, flag, idText, skip, textWhere } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';

/** Search parameters of the page. */
export const mergeSearch = defineSearch({
  /** The pair that is open: "30418-30122". */
  pair: textWhere((text) => parsePair(text) !== null),
  /** Who survives, where it is not the first of the pair. */
  keep: idText,
  /** Whose value stays, where somebody chose it. */
  name: idText,
  email: idText,
  phone: idText,
  /** Suggestions with this customer alone. */
  identity: idText,
  /** Weak ones too. */
  weak: flag,
  /** Those that somebody said are two people. */
  dismissed: flag,
  skip,
  /** Two customers are chosen by hand, and those that were chosen so far. */
  hand: flag,
  first: idText,
  second: idText,
});
export type MergeSearch = ReturnType<typeof mergeSearch>;

/** Parameters that stay when another pair is opened: which pairs are listed. */
export function listOf({ identity, weak, dismissed, skip }: MergeSearch): MergeSearch {
  return { identity, weak, dismissed, skip };
}

/** "30418-30122", as the address has it; null where that is no two customers. */
export function parsePair(text: string): readonly [bigint, bigint] | null {
  const [a, b, ...more] = text.split('-').map(parseId);
  return a && b && a !== b && more.length === 0 ? [a, b] : null;
}
