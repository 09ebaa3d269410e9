import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import { isSamePair, type Pair } from './merge-pair.ts';

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
