import * as z from 'zod/mini';
import { defineSearch, flag, skip, textUpTo, idText, textWhere } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';

const text = textUpTo(1000);
/** An unencoded plus arrives as a space: restore it before a phone. */
const phone = z.pipe(
  text,
  z.transform((given) => given?.replace(/^ (?=[1-9(])/, '+')),
);

/** The list's parameters, in the address of every customer's page too. `list-query.ts` knows the valid names. */
export const customersSearch = defineSearch(
  {
    order: text,
    q: phone,
    /** Channels by their API names. */
    channel: text,
    without: text,
    blocked: flag,
    skip,
    /** The form of a new customer is open. */
    new: flag,
    /** How a service without `identity_tools` finds the customer of the page. */
    email: text,
    phone,
  },
  { isShared: true },
);
export type CustomersSearch = ReturnType<typeof customersSearch>;

interface Reachable {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Search parameters of a customer's page: the list, and how a service without `identity_tools` finds them. */
export function customerSearch(list: CustomersSearch, { email, phone }: Reachable, hasTools: boolean): CustomersSearch {
  const { email: _email, phone: _phone, new: _new, ...rest } = list;
  if (hasTools) return rest;
  return email !== null ? { ...rest, email } : phone !== null ? { ...rest, phone } : rest;
}

/** Search parameters of past merges. */
export const mergesSearch = defineSearch({
  /** Merges of this customer. */
  identity: idText,
  skip,
});
export type MergesSearch = ReturnType<typeof mergesSearch>;

/** Search parameters of the page. */
export const mergeSearch = defineSearch({
  /** The pair that is open: "30418-30122". */
  pair: textWhere((text) => parsePair(text) !== null),
  /** The survivor, if not the first of the pair. */
  keep: idText,
  /** Suggestions with this customer alone. */
  identity: idText,
  /** Dismissed pairs. */
  dismissed: flag,
  skip,
  /** The dialog that chooses two customers is open. */
  hand: flag,
});
export type MergeSearch = ReturnType<typeof mergeSearch>;

/** The parameters of the list, which stay when another pair opens. */
export function listOf({ identity, dismissed, skip }: MergeSearch): MergeSearch {
  return { identity, dismissed, skip };
}

/** "30418-30122"; null for anything but two different ids. */
export function parsePair(text: string): readonly [bigint, bigint] | null {
  const [a, b, ...more] = text.split('-').map(parseId);
  return a && b && a !== b && more.length === 0 ? [a, b] : null;
}
