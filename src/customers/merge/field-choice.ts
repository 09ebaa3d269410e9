import type { CustomerIdentity } from '#contract/customers.ts';
import type { MergeSearch } from './search.ts';
import { otherSide, type Pair, type Side } from './pair.ts';

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
export function chosenSide(
  field: Field,
  customers: readonly [Values, Values],
  survivor: Side,
  byHand: Side | null,
): Side {
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
