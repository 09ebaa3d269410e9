import * as z from 'zod/mini';
import { defineSearch, flag, skip, textUpTo, idText, textWhere } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';

const text = textUpTo(1000);
/** A plus that was not encoded arrives as a blank: before a phone it is put back. */
const phone = z.pipe(
  text,
  z.transform((given) => given?.replace(/^ (?=[1-9(])/, '+')),
);

/** Of the list, in the address of every page of a customer. Which names mean something the list knows: see `list-query.ts`. */
export const customersSearch = defineSearch(
  {
    order: text,
    q: phone,
    /** Channels by their names on the wire. */
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

/** Search parameters of the receipts. */
export const mergesSearch = defineSearch({
  /** One receipt. */
  id: idText,
  /** Those that this customer is or was a part of. */
  identity: idText,
  skip,
});
export type MergesSearch = ReturnType<typeof mergesSearch>;

/** Search parameters of the page. */
export const mergeSearch = defineSearch({
  /** The pair that is open: "30418-30122". */
  pair: textWhere((text) => parsePair(text) !== null),
  /** Who survives, where it is not the first of the pair. */
  keep: idText,
  /** Suggestions with this customer alone. */
  identity: idText,
  /** Those that were said to be two people. */
  dismissed: flag,
  skip,
  /** Two customers are chosen by hand, and those that were chosen so far. */
  hand: flag,
  first: idText,
  second: idText,
});
export type MergeSearch = ReturnType<typeof mergeSearch>;

/** Parameters that stay when another pair is opened: which pairs are listed. */
export function listOf({ identity, dismissed, skip }: MergeSearch): MergeSearch {
  return { identity, dismissed, skip };
}

/** "30418-30122", as the address has it; null where that is no two customers. */
export function parsePair(text: string): readonly [bigint, bigint] | null {
  const [a, b, ...more] = text.split('-').map(parseId);
  return a && b && a !== b && more.length === 0 ? [a, b] : null;
}
