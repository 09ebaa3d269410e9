import * as z from 'zod/mini';
import { defineSearch, flag, skip, textUpTo } from '#src/browser/define-search.ts';

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
