import type { listAiCalls } from '#contract/ai-reports.ts';
import { isIdText } from '#contract/scalars.ts';
import { instantText, isTokenCount, type CallsSearch } from '#src/ai-usage/search.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readNumber } from '#src/format/typed-number.ts';
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
  'cache',
  'unpriced',
  'error',
  'min',
] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];
export type CallFilters = Pick<CallsSearch, CallFilter>;
type Query = CallQuery<typeof listAiCalls>;

export const CALL_PAGE = 50;
const MAX_LENGTH = 200;
const MAX_FEATURE_LENGTH = 40;
const STATUSES = ['ok', 'error', 'refused', 'ran'] as const;

/** The filters that an address has, with their values as texts. */
export function filtersOf(search: CallFilters): readonly { readonly filter: CallFilter; readonly value: string }[] {
  return CALL_FILTERS.flatMap((filter) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, value }];
  });
}

/** The window and the filters as the API names them: the same for the rows, their count and their sum. */
export function callsQuery(search: CallFilters, { from, to }: Pick<DayWindow, 'from' | 'to'>): Query {
  const { feature, model, status, since, session, ticket, customer, token, cache, unpriced, error, min } = search;
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
    ...(cache === undefined ? {} : { cache_hit: true }),
    ...(unpriced === undefined ? {} : { unpriced: true }),
    ...(error === undefined ? {} : { error_code: error }),
    ...(min === undefined ? {} : { min_input_tokens: Number(min) }),
  };
}

/** The address of the calls behind a figure of this page: its window, and these filters alone. */
export function callsBehind({ days, from, to }: WindowSearch, filters: CallFilters = {}): CallsSearch {
  return { days, from, to, ...filters };
}

/** The list with one filter more, or with another value of it, from its first row on. */
export function withFilter(search: CallsSearch, filters: CallFilters): CallsSearch {
  return { ...search, ...filters, skip: undefined, transcript: undefined };
}

export function withoutFilter(search: CallsSearch, filter: CallFilter): CallsSearch {
  return { ...search, [filter]: undefined, skip: undefined };
}

export function withoutFilters(search: CallsSearch): CallsSearch {
  return CALL_FILTERS.reduce(withoutFilter, search);
}

/** The reason that a typed text is no value of a filter; null when it is one. */
export function refusalOf(
  filter: CallFilter,
  text: string,
): 'empty' | 'id' | 'long' | 'status' | 'since' | 'cache' | 'flag' | 'min' | null {
  if (text.trim() === '') return 'empty';
  if (filter === 'status') return STATUSES.some((status) => status === text) ? null : 'status';
  if (filter === 'since') return instantText.safeParse(text).success ? null : 'since';
  if (filter === 'cache') return text === 'hit' ? null : 'cache';
  if (filter === 'unpriced') return text === '1' ? null : 'flag';
  if (filter === 'min') return readTokens(text) === null ? 'min' : null;
  if (filter === 'ticket' || filter === 'customer' || filter === 'token') return isIdText(text) ? null : 'id';
  return [...text].length <= (filter === 'feature' ? MAX_FEATURE_LENGTH : MAX_LENGTH) ? null : 'long';
}

/** A typed text as a filter of the address; null where it is none. */
export function readFilter(filter: CallFilter, text: string): CallFilters | null {
  if (refusalOf(filter, text) !== null) return null;
  if (filter === 'cache') return { cache: 'hit' };
  if (filter === 'min') return { min: readTokens(text) ?? undefined };
  if (filter !== 'status') return { [filter]: text };
  const status = STATUSES.find((name) => name === text);
  return status === undefined ? null : { status };
}

/** A typed number of tokens as the address has it; null where it is none. */
export function readTokens(text: string): string | null {
  const read = readNumber(text, 'whole');
  return read.kind === 'number' && isTokenCount(read.plain) ? read.plain : null;
}
