import { CHANNELS, listCustomerIdentities, type Channel } from '#contract/customers.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { CustomersSearch } from '#src/customers/search.ts';

/** Rows fetched by one call while scrolling. */
export const BLOCK = 100;
const MAX_TEXT = 200;
const ORDERS = ['tickets', 'recent', 'name'] as const;
export type CustomerOrder = (typeof ORDERS)[number];
export type ListQuery = CallQuery<typeof listCustomerIdentities>;

export function orderOf(search: CustomersSearch): CustomerOrder {
  return ORDERS.find((name) => name === search.order) ?? 'tickets';
}

/** The channel of a name in the address; undefined for what is none. */
export function channelOf(name: string | undefined): Channel | undefined {
  return CHANNELS.find((channel) => channel === name);
}

/** What of an address narrows the list: only a service with `identity_tools` can. */
export function narrowingOf(search: CustomersSearch): ListQuery {
  const [channel, without] = [channelOf(search.channel), channelOf(search.without)];
  const q = search.q?.trim();
  return {
    ...(q === undefined || q === '' ? {} : { q: [...q].slice(0, MAX_TEXT).join('') }),
    ...(channel === undefined ? {} : { channel }),
    ...(without === undefined ? {} : { without_channel: without }),
    ...(search.blocked === true ? { blocked: true as const } : {}),
  };
}

/** The list of an address, as the service is asked for it. */
export function listQueryOf(search: CustomersSearch, hasTools: boolean): ListQuery {
  return { order_by: orderOf(search), ...(hasTools ? narrowingOf(search) : {}) };
}

/** The block in which a row stands. */
export function blockOf(index: number): number {
  return Math.floor(index / BLOCK);
}

/** A page of the list. Rows move only when somebody asks: by a refresh, or by a change of their own. */
export function blockOptions(query: ListQuery, block: number) {
  return {
    ...read(listCustomerIdentities, { ...query, limit: BLOCK, skip: block * BLOCK }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
