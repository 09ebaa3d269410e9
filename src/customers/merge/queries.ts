import { queryOptions } from '@tanstack/react-query';
import { listCustomerDuplicates, mergeCustomers } from '#contract/customer-merges.ts';
import { getCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { FieldChoices } from './pair.ts';
import type { MergeSearch } from '#src/customers/search.ts';

export const PAGE = 50;
/** The longest page of the service. */
const MAX_PAGE = 200;

export type MergePreview = Reply<typeof mergeCustomers>;

/** The pairs of the list at the left. */
export function duplicatesOptions({ identity, weak, dismissed, skip }: MergeSearch) {
  return read(listCustomerDuplicates, {
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
    ...(dismissed === undefined ? {} : { dismissed: true }),
    // Somebody said of the dismissed ones, whatever the evidence, that they are two people.
    ...(weak === undefined && dismissed === undefined ? { strength: ['strong', 'likely'] } : {}),
    limit: PAGE,
    skip: skip ?? 0,
  });
}

/** How many weak pairs are folded away. */
export function weakCountOptions({ identity }: MergeSearch) {
  return read(listCustomerDuplicates, {
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
    strength: ['weak'],
    limit: 1,
  });
}

/** Pairs with one customer: where a pair that is not listed has its evidence from. */
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
  readonly fields: FieldChoices;
  /** Of both customers: a change of one of them asks anew. */
  readonly versions: readonly unknown[];
}

/** Dry run of a merge. No write makes it stale by itself: it is asked for each choice. */
export function previewOptions({ survivor, merged, fields, versions }: PreviewInput) {
  return queryOptions<MergePreview>({
    queryKey: ['merge-preview', survivor, merged, fields, versions],
    queryFn: ({ signal }) =>
      call(mergeCustomers, { body: { survivor_id: survivor, merged_id: merged, fields, dry_run: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A customer by id, as its own page reads it. One that was merged answers as the survivor. */
export function oneCustomerOptions(id: bigint) {
  return { ...read(getCustomer, { identity_id: id }), staleTime: 15_000, refetchInterval: 60_000 };
}
