import type { CustomerDuplicate } from '#contract/customer-merges.ts';

/** Two customers, in the order of the columns. */
export type Pair = readonly [bigint, bigint];
/** A column of the pair. */
export type Side = 0 | 1;

export function pairText([a, b]: Pair): string {
  return `${a}-${b}`;
}

/** Whichever of the two is named first. */
export function isSamePair([a, b]: Pair, [c, d]: Pair): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/**
 * The pair to look at when one is done with: the next below, else the one above. Pairs with the customer that is gone
 * are passed over. Null where none is left.
 */
export function nextPair(
  items: readonly Pick<CustomerDuplicate, 'identities'>[],
  done: Pair,
  gone: bigint | null,
): Pair | null {
  const at = items.findIndex(({ identities }) => isSamePair(identities, done));
  const order = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0)).toReversed()];
  const next = order.find(({ identities }) => gone === null || !identities.includes(gone));
  return next?.identities ?? null;
}

interface PairPage {
  readonly items: CustomerDuplicate[];
  readonly total_count: number;
}

/** The list without the pair that is done with, and without pairs of the customer that is gone. */
export function withoutPair<Page extends PairPage>(list: Page, done: Pair, gone: bigint | null): Page {
  const items = list.items.filter(
    ({ identities }) => !isSamePair(identities, done) && (gone === null || !identities.includes(gone)),
  );
  return { ...list, items, total_count: list.total_count - (list.items.length - items.length) };
}
