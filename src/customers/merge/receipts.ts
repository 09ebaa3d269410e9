import { infiniteQueryOptions } from '@tanstack/react-query';
import { listCustomerMerges, type CustomerMerge, type Moved } from '#contract/customer-merges.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { identityName } from '#src/customers/contact.ts';
import { partSentence } from '#src/customers/parts.tsx';
import type { MergesSearch } from '#src/customers/search.ts';

export const PAGE = 50;

/** Which receipts an address asks for. */
function receiptsQuery({ id, identity }: MergesSearch) {
  return {
    ...(id === undefined ? {} : { id: BigInt(id) }),
    ...(identity === undefined ? {} : { identity_id: BigInt(identity) }),
  };
}

export function mergesOptions(search: MergesSearch) {
  return read(listCustomerMerges, { ...receiptsQuery(search), limit: PAGE, skip: search.skip ?? 0 });
}

const ROWS = 50;

/** Moved rows, page by page, the same number of each kind. */
export function movedRowsOptions({ id, moved }: CustomerMerge) {
  const most = Math.max(moved.tickets, moved.handles, moved.links);
  return infiniteQueryOptions({
    queryKey: [listCustomerMerges.resource, 'rows', id.toString()],
    queryFn: async ({ pageParam: skip, signal }) => {
      const query = { id, limit: 1, rows: ROWS, rows_skip: skip };
      return (await call(listCustomerMerges, { query, signal })).rows ?? null;
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last !== null && pages.length * ROWS < most ? pages.length * ROWS : undefined),
    staleTime: 60_000,
  });
}

/** Merges of a survivor: a later one has to be undone first. */
export function laterMergesOptions(survivor: bigint) {
  return { ...read(listCustomerMerges, { identity_id: survivor, limit: 200 }), staleTime: 0 };
}

/** Names of the two at the time of the merge; an erased one has its id. */
export function namesOf({
  merged_name: from,
  merged_id: fromId,
  survivor_name: into,
  survivor_id: intoId,
}: CustomerMerge) {
  return { from: from ?? identityName(fromId), into: into ?? identityName(intoId) };
}

/** Portal links do not move: they stay with their address. */
const PARTS = ['tickets', 'handles', 'sessions', 'visitors', 'notes'] as const satisfies (keyof Moved)[];

/** "2 tickets, 1 channel and 1 note"; null where nothing moved. */
export function movedWords(moved: Moved): string | null {
  return partSentence(moved, PARTS);
}
