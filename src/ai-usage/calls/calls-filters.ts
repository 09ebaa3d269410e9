import type { listAiCalls } from '#contract/ai-reports.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import type { CallQuery } from '#src/api/call.ts';
import type { WindowSearch, DayWindow } from '#src/panels/day-window.ts';

/** The filters of the list of calls, in the order of its chips. */
export const CALL_FILTERS = [
  'feature',
  'model',
  'status',
  'since',
  'session',
  'ticket',
  'customer',
  'token',
  'unpriced',
  'min',
] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];
export type CallFilters = Pick<CallsSearch, CallFilter>;
type Query = CallQuery<typeof listAiCalls>;

export const CALL_PAGE = 50;

/** The filters that an address has, with their values as texts. */
export function filtersOf(search: CallFilters): readonly { readonly filter: CallFilter; readonly value: string }[] {
  return CALL_FILTERS.flatMap((filter) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, value }];
  });
}

/** The window and the filters as the API names them: the same for the rows, their count and their sum. */
export function callsQuery(search: CallFilters, { from, to }: Pick<DayWindow, 'from' | 'to'>): Query {
  const { feature, model, status, since, session, ticket, customer, token, unpriced, min } = search;
  return {
    from,
    to,
    ...(feature === undefined ? {} : { feature }),
    ...(model === undefined ? {} : { model }),
    ...(status === undefined ? {} : { status }),
    ...(since === undefined ? {} : { since }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(ticket === undefined ? {} : { ticket_id: BigInt(ticket) }),
    ...(customer === undefined ? {} : { customer_identity_id: BigInt(customer) }),
    ...(token === undefined ? {} : { token_id: BigInt(token) }),
    ...(unpriced === undefined ? {} : { unpriced: true }),
    ...(min === undefined ? {} : { min_input_tokens: Number(min) }),
  };
}

/** The address of the calls behind a figure of this page: its window, and these filters alone. */
export function callsBehind({ days, from, to }: WindowSearch, filters: CallFilters = {}): CallsSearch {
  return { days, from, to, ...filters };
}

/** The list with one filter more, or with another value of it, from its first row on. */
export function withFilter(search: CallsSearch, filters: CallFilters): CallsSearch {
  return { ...search, ...filters, skip: undefined };
}

export function withoutFilter(search: CallsSearch, filter: CallFilter): CallsSearch {
  return { ...search, [filter]: undefined, skip: undefined };
}

export function withoutFilters(search: CallsSearch): CallsSearch {
  return CALL_FILTERS.reduce(withoutFilter, search);
}
