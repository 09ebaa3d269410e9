import { queryOptions } from '@tanstack/react-query';
import { listCustomerDuplicates, mergeCustomers } from '#contract/customer-merges.ts';
import { getCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { FieldChoices } from './pair.ts';
import type { MergeSearch } from '#src/customers/search.ts';

export const PAGE = 50;
/** The longest page of the service. */
const MAX_PAGE = 200;

export type MergePreview = Reply<typeof mergeCustomers>;

/** Which pairs an address asks for. */
export function duplicatesQuery({ identity, weak, dismissed }: MergeSearch): CallQuery<typeof listCustomerDuplicates> {
  return {
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
    ...(dismissed === undefined ? {} : { dismissed: true }),
    // Somebody said of the dismissed ones, whatever the evidence, that they are two people.
    ...(weak === undefined && dismissed === undefined ? { strength: ['strong', 'likely'] } : {}),
    // Below it a name is so common that two of it are two people; of one customer all are shown.
    ...(weak === '1' && dismissed === undefined && identity === undefined ? { min_score: WORTH_A_LOOK } : {}),
  };
}

/** The pairs of the list at the left. */
export function duplicatesOptions(search: MergeSearch) {
  return read(listCustomerDuplicates, { ...duplicatesQuery(search), limit: PAGE, skip: search.skip ?? 0 });
}

/** Weak pairs of this score or more are worth a look: the two are more likely one person than not. */
export const WORTH_A_LOOK = 50;

/** How many weak pairs there are, in all or from a score on. */
export function weakCountOptions({ identity }: MergeSearch, minScore?: number) {
  return read(listCustomerDuplicates, {
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
    strength: ['weak'],
    ...(minScore === undefined ? {} : { min_score: minScore }),
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
