import { queryOptions } from '@tanstack/react-query';
import {
  listCustomerDuplicates,
  listCustomerMerges,
  mergeCustomers,
  type CustomerDuplicate,
  type CustomerMerge,
  type Moved,
} from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { identityName } from '#src/customers/contact.ts';
import { partSentence } from '#src/customers/parts.tsx';
import type { MergeSearch, MergesSearch } from '#src/customers/search.ts';

export const PAGE = 50;
/** The service's longest page. */
const MAX_PAGE = 200;

export type MergePreview = Reply<typeof mergeCustomers>;

/** The pairs of the list that an address asks for. */
export function duplicatesOptions({ identity, dismissed, skip = 0 }: MergeSearch) {
  return read(listCustomerDuplicates, {
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
    ...(dismissed === undefined ? {} : { dismissed: true }),
    limit: PAGE,
    skip,
  });
}

/** Pairs with one customer: the evidence for a pair that the list does not have. */
export function pairsOfOptions(id: bigint, dismissed: boolean) {
  return read(listCustomerDuplicates, {
    identity_id: id,
    ...(dismissed ? { dismissed: true } : {}),
    limit: MAX_PAGE,
  });
}

interface PreviewInput {
  readonly survivor: bigint;
  readonly merged: bigint;
  /** The versions of both customers. */
  readonly versions: readonly unknown[];
}

/** Dry run of a merge. No write makes it stale: a change of one of the two has another key. */
export function previewOptions({ survivor, merged, versions }: PreviewInput) {
  return queryOptions<MergePreview>({
    queryKey: ['merge-preview', survivor, merged, versions],
    queryFn: ({ signal }) =>
      call(mergeCustomers, { body: { survivor_id: survivor, merged_id: merged, dry_run: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Two customers, in the order of the columns. */
export type Pair = readonly [bigint, bigint];
/** A column of the pair. */
export type Side = 0 | 1;

export function pairText([a, b]: Pair): string {
  return `${a}-${b}`;
}

/** In either order. */
export function isSamePair([a, b]: Pair, [c, d]: Pair): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/** The pair after `done`, else the one before it, skipping pairs of the customer who is gone; null for none. */
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

/** The list without `done` and without pairs of the customer who is gone. */
export function withoutPair<Page extends PairPage>(list: Page, done: Pair, gone: bigint | null): Page {
  const items = list.items.filter(
    ({ identities }) => !isSamePair(identities, done) && (gone === null || !identities.includes(gone)),
  );
  return { ...list, items, total_count: list.total_count - (list.items.length - items.length) };
}

/** The column of this id; null for another id. */
export function sideOf(pair: Pair, id: string | undefined): Side | null {
  if (id === undefined) return null;
  return id === String(pair[0]) ? 0 : id === String(pair[1]) ? 1 : null;
}

export function mergesOptions({ identity, skip = 0 }: MergesSearch) {
  const wanted = identity === undefined ? {} : { identity_id: BigInt(identity) };
  return read(listCustomerMerges, { ...wanted, limit: PAGE, skip });
}

/** The two names at the time of the merge; an erased name becomes the id. */
export function namesOf({
  merged_name: from,
  merged_id: fromId,
  survivor_name: into,
  survivor_id: intoId,
}: CustomerMerge) {
  return { from: from ?? identityName(fromId), into: into ?? identityName(intoId) };
}

/** Portal links don't move: they stay with their address. */
const MOVED_PARTS = ['tickets', 'handles', 'sessions', 'visitors', 'notes'] as const satisfies (keyof Moved)[];

/** "2 tickets, 1 channel and 1 note"; null if nothing moved. */
export function formatMoved(moved: Moved): string | null {
  return partSentence(moved, MOVED_PARTS);
}
