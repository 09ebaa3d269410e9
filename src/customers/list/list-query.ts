import { CHANNELS, CONTACTS, listCustomerIdentities, type Channel, type Contact } from '#contract/customers.ts';
import type { Whoami } from '#contract/site.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { hasExtension } from '#src/api/whoami.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { BLOCK } from '#src/ui/rows/use-windowed-list.ts';

const MAX_TEXT = 200;
export const ORDERS = ['tickets', 'recent', 'name'] as const;
export type CustomerOrder = (typeof ORDERS)[number];
export type ListQuery = CallQuery<typeof listCustomerIdentities>;

export function orderOf(search: CustomersSearch): CustomerOrder {
  return ORDERS.find((name) => name === search.order) ?? 'recent';
}

/** The channel of a name in the address; undefined for what is none. */
export function channelOf(name: string | undefined): Channel | undefined {
  return CHANNELS.find((channel) => channel === name);
}

/** The contact of a name in the address; undefined for what is none. */
export function knownOf(name: string | undefined): Contact | undefined {
  return CONTACTS.find((contact) => contact === name);
}

/** Parameters that narrow the list: only a service with `identity_tools` can. */
function narrowingOf(search: CustomersSearch): ListQuery {
  const [channel, without] = [channelOf(search.channel), channelOf(search.without)];
  const known = knownOf(search.known);
  const q = search.q?.trim();
  return {
    ...(q === undefined || q === '' ? {} : { q: [...q].slice(0, MAX_TEXT).join('') }),
    ...(channel === undefined ? {} : { channel }),
    ...(without === undefined ? {} : { without_channel: without }),
    ...(known === undefined ? {} : { known }),
    ...(search.blocked !== undefined ? { blocked: true as const } : {}),
  };
}

/** The list of an address, as the service is asked for it. */
export function listQueryOf(search: CustomersSearch, hasTools: boolean): ListQuery {
  return { order_by: orderOf(search), ...(hasTools ? narrowingOf(search) : {}) };
}

/** A page of the list. Rows move only after a refresh, or a change made here. */
export function pageOptions(query: ListQuery, skip: number, limit: number) {
  return {
    ...read(listCustomerIdentities, { ...query, limit, skip }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** The first rows of the list, as the list asks for them. */
export function firstRowsOptions(search: CustomersSearch, whoami: Whoami) {
  const query = listQueryOf(search, hasExtension(whoami, 'identity_tools'));
  const first = Math.floor((search.skip ?? 0) / BLOCK) * BLOCK;
  return pageOptions(query, first, BLOCK);
}
