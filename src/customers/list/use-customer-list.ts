import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CHANNELS, getCustomer, type Customer, type ListedCustomer } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { contactOf, isUnknown } from '#src/customers/contact.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { joinPages, type JoinedRows, type RowPage } from '#src/ui/rows/join-pages.ts';
import { useWindowedList } from '#src/ui/rows/use-windowed-list.ts';
import { listQueryOf, pageOptions } from './list-query.ts';

export interface CustomerList {
  readonly rows: JoinedRows<RowPage<ListedCustomer>>;
  /** How many customers match; null until the first answer. */
  readonly total: number | null;
  /** The rows are still those of the search before. */
  readonly isOutdated: boolean;
  readonly query: Asked<unknown>;
  readonly show: (first: number, last: number) => void;
}

/**
 * The list of the address, and a key that names it. A service without `identity_tools` searches nothing: a whole email or
 * phone is a list of the one customer who has it.
 */
export function useCustomerList(search: CustomersSearch, hasTools: boolean) {
  const query = listQueryOf(search, hasTools);
  const text = search.q?.trim() ?? '';
  const isLookup = !hasTools && text !== '';
  const key = isLookup ? text : JSON.stringify(query);
  const whole = useWindowedList({
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
  // There is one row, and it is there.
}
