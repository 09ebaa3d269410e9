import {
  CHANNELS,
  listCustomerIdentities,
  type Channel,
  getCustomer,
  type Customer,
  type ListedCustomer,
} from '#contract/customers.ts';
import type { Whoami } from '#contract/site.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { isWholeService } from '#src/api/whoami.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { BLOCK, usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contactOf, isUnknown } from '#src/customers/contact.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { joinPages, type JoinedRows, type RowPage } from '#src/ui/rows/use-paged-rows.ts';

const MAX_TEXT = 200;
export const ORDERS = ['tickets', 'recent', 'name'] as const;
export type CustomerOrder = (typeof ORDERS)[number];
export type ListQuery = CallQuery<typeof listCustomerIdentities>;

export function orderOf(search: CustomersSearch): CustomerOrder {
  return ORDERS.find((name) => name === search.order) ?? 'recent';
}

/** The channel with this name; undefined for an unknown name. */
export function channelOf(name: string | undefined): Channel | undefined {
  return CHANNELS.find((channel) => channel === name);
}

/** The address without the filters by channel on a site without channels: there they would list everyone, or no one. */
export function deployedSearch(search: CustomersSearch, { capabilities }: Whoami): CustomersSearch {
  const isComplete = search.channel === undefined && search.without === undefined;
  if (isComplete || capabilities.deployed.channels !== false) return search;
  return { ...search, channel: undefined, without: undefined };
}

/** The filters; they need `identity_tools`. */
function narrowingOf(search: CustomersSearch): ListQuery {
  const [channel, without] = [channelOf(search.channel), channelOf(search.without)];
  const q = search.q?.trim();
  return {
    ...(q === undefined || q === '' ? {} : { q: [...q].slice(0, MAX_TEXT).join('') }),
    ...(channel === undefined ? {} : { channel }),
    ...(without === undefined ? {} : { without_channel: without }),
    ...(search.blocked !== undefined ? { blocked: true as const } : {}),
  };
}

/** The query of the address's list. */
function listQueryOf(search: CustomersSearch, hasTools: boolean): ListQuery {
  return { order_by: orderOf(search), ...(hasTools ? narrowingOf(search) : {}) };
}

/** A page of the list. Rows change only after a refresh or a write of this tab. */
export function pageOptions(query: ListQuery, skip: number, limit: number) {
  return {
    ...read(listCustomerIdentities, { ...query, limit, skip }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** The query of the first rows, with the same key as the list's own. */
export function firstRowsOptions(search: CustomersSearch, whoami: Whoami) {
  const query = listQueryOf(deployedSearch(search, whoami), isWholeService(whoami));
  const first = Math.floor((search.skip ?? 0) / BLOCK) * BLOCK;
  return pageOptions(query, first, BLOCK);
}

export interface CustomerList {
  readonly rows: JoinedRows<RowPage<ListedCustomer>>;
  /** How many customers match; null until the first answer. */
  readonly total: number | null;
  /** The rows are still those of the search before. */
  readonly isOutdated: boolean;
  readonly query: Asked<unknown>;
  readonly show: (first: number, last: number) => void;
}

/** The address's list and its key. Without `identity_tools` a whole email or phone is looked up, and the list has that one customer. */
export function useCustomerList(search: CustomersSearch, hasTools: boolean) {
  const query = listQueryOf(search, hasTools);
  const text = search.q?.trim() ?? '';
  const isLookup = !hasTools && text !== '';
  const key = isLookup ? text : JSON.stringify(query);
  const whole = usePagedRows({
    key,
    pageOptions: (skip, limit) => pageOptions(query, skip, limit),
    startAt: search.skip ?? 0,
    enabled: !isLookup,
  });
  const lookup = useLookup(text, isLookup);
  const list: CustomerList = isLookup
    ? lookup
    : { ...whole, query: { ...whole.query, error: whole.query.error ?? whole.blockError } };
  return { list, listKey: key, query, isLookup };
}

function useLookup(text: string, enabled: boolean): CustomerList {
  const contact = contactOf(text);
  const query = useQuery({
    ...read(getCustomer, contact ?? {}),
    enabled: enabled && contact !== null,
    staleTime: 15_000,
    retry: (count, error) => !isUnknown(error) && count < 2,
  });
  const found = query.data?.identity;
  const rows = useMemo(() => joinPages([{ skip: 0, items: found === undefined ? [] : [listed(found)] }]), [found]);
  const hasNone = contact === null || isUnknown(query.error);
  return { rows, total: hasNone ? 0 : found === undefined ? null : 1, isOutdated: false, query, show: showNothing };
}

function listed({ channels, ...identity }: Customer['identity']): ListedCustomer {
  return { ...identity, channels: CHANNELS.filter((name) => channels.some(({ channel }) => channel === name)) };
}

function showNothing(): void {
  // The only row is already loaded.
}
