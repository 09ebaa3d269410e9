/** Of the list, in the address of every page of a customer. Which names mean something the list knows: see `list-query.ts`. */
export interface CustomersSearch {
  readonly order?: string | undefined;
  readonly q?: string | undefined;
  /** Channels by their names on the wire. */
  readonly channel?: string | undefined;
  readonly without?: string | undefined;
  readonly blocked?: true | undefined;
  /** First row in sight, counted from 0. */
  readonly skip?: number | undefined;
  /** The form of a new customer is open. */
  readonly new?: true | undefined;
  /** How a service without `identity_tools` finds the customer of the page. */
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** What a hand wrote wrongly is left out. A plus that was not encoded arrives as a blank, before a phone it is put back. */
export function validateCustomersSearch(raw: Record<string, unknown>): CustomersSearch {
  const text = (name: string) => (typeof raw[name] === 'string' && raw[name] !== '' ? raw[name] : undefined);
  const flag = (name: string) => (/^(?:true|1)$/.test(String(raw[name])) ? true : undefined);
  const phone = (name: string) => text(name)?.replace(/^ (?=[1-9(])/, '+');
  const skip = Number(raw['skip']);
  return {
    order: text('order'),
    q: phone('q'),
    channel: text('channel'),
    without: text('without'),
    blocked: flag('blocked'),
    skip: Number.isSafeInteger(skip) && skip > 0 ? skip : undefined,
    new: flag('new'),
    email: text('email'),
    phone: phone('phone'),
  };
}
