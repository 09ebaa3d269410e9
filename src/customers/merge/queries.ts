import { queryOptions } from '@tanstack/react-query';
import { listCustomerDuplicates, mergeCustomers, type CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { MergeSearch } from '#src/customers/search.ts';
import type { CustomerIdentity } from '#contract/customers.ts';

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

/** The fields that can be chosen one by one, in the order of the table. */
export const FIELDS = ['display_name', 'email', 'phone'] as const;
export type Field = (typeof FIELDS)[number];

/** As the service wants it. */
export type FieldChoices = Readonly<Record<Field, 'survivor' | 'merged'>>;
type Values = Readonly<Pick<CustomerIdentity, Field>>;

/** The parameter of the address that holds a choice made by hand. */
export const PARAMETER = { display_name: 'name', email: 'email', phone: 'phone' } as const satisfies Record<
  Field,
  keyof MergeSearch
>;

/**
 * Whose value stays: the one that somebody chose, whoever survives; else the survivor's, or the other's where the
 * survivor has none. An empty value cannot be chosen.
 */
function chosenSide(field: Field, customers: readonly [Values, Values], survivor: Side, byHand: Side | null): Side {
  if (byHand !== null && customers[byHand][field] !== null) return byHand;
  const other = otherSide(survivor);
  return customers[survivor][field] === null && customers[other][field] !== null ? other : survivor;
}

/** The column that an id of the address names; null where it names neither. */
export function sideOf(pair: Pair, id: string | undefined): Side | null {
  if (id === undefined) return null;
  return id === String(pair[0]) ? 0 : id === String(pair[1]) ? 1 : null;
}

export type Sides = Readonly<Record<Field, Side>>;

/** Whose value stays, of each field, as the address has it. */
export function chosenSides(
  pair: Pair,
  customers: readonly [Values, Values],
  survivor: Side,
  search: MergeSearch,
): Sides {
  const side = (field: Field) => chosenSide(field, customers, survivor, sideOf(pair, search[PARAMETER[field]]));
  return { display_name: side('display_name'), email: side('email'), phone: side('phone') };
}

export function fieldChoices(sides: Sides, survivor: Side): FieldChoices {
  const choice = (side: Side) => (side === survivor ? 'survivor' : 'merged');
  return { display_name: choice(sides.display_name), email: choice(sides.email), phone: choice(sides.phone) };
}
