import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CHANNELS, getCustomer, type Customer, type ListedCustomer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { contactOf } from '#src/customers/contact.ts';
import { joinPages } from '#src/ui/rows/join-pages.ts';
import type { CustomerList } from './use-customer-list.ts';

/** The one customer of a whole email or phone, as a list: all that a service without `identity_tools` can find. */
export function useCustomerLookup(text: string, enabled: boolean): CustomerList {
  const contact = contactOf(text);
  const query = useQuery({
    ...read(getCustomer, contact ?? {}),
    enabled: enabled && contact !== null,
    staleTime: 15_000,
    retry: (count, error) => !isUnknown(error) && count < 2,
  });
  const found = query.data?.identity;
  const rows = useMemo(
    () => joinPages([{ skip: 0, items: found === undefined ? [] : [listed(found)] }], new Map()),
    [found],
  );
  const hasNobody = contact === null || isUnknown(query.error);
  const total = hasNobody ? 0 : found === undefined ? null : 1;
  return {
    rows,
    total,
    updatedAt: query.dataUpdatedAt,
    isOutdated: false,
    isFetching: query.isFetching,
    error: total === null ? query.error : null,
    refreshError: total === 1 ? query.error : null,
    refresh: async () => void (await query.refetch()),
    show: doNothing,
  };
}

function listed({ channels, ...identity }: Customer['identity']): ListedCustomer {
  return { ...identity, channels: CHANNELS.filter((name) => channels.some(({ channel }) => channel === name)) };
}

function doNothing(): void {
  // There is one row, and it is there.
}

/** Nobody has this email or phone, or the service cannot look it up. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.kind === 'not_found' || error.kind === 'bad_request');
}
