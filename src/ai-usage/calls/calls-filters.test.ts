import { expect, test } from 'vitest';
import {
  callsBehind,
  callsQuery,
  filtersOf,
  readFilter,
  refusalOf,
  withFilter,
  withoutFilters,
} from './calls-filters.ts';

const WINDOW = { from: '2026-11-01', to: '2026-11-21' };

test('every filter of the address is one of the call, ids with every digit', () => {
  expect(
    callsQuery(
      {
        feature: 'bot',
        model: 'm',
        status: 'refused',
        since: '2026-11-20T14:32:00Z',
        session: 's 1',
        ticket: '9007199254740993',
        customer: '7',
        token: '3',
        cache: 'hit',
        unpriced: '1',
        error: 'timeout',
        min: '100000',
      },
      WINDOW,
    ),
  ).toEqual({
    ...WINDOW,
    feature: 'bot',
    model: 'm',
    status: 'refused',
    since: '2026-11-20T14:32:00Z',
    session_id: 's 1',
    ticket_id: 9_007_199_254_740_993n,
    customer_identity_id: 7n,
    token_id: 3n,
    cache_hit: true,
    unpriced: true,
    error_code: 'timeout',
    min_input_tokens: 100_000,
  });
  expect(callsQuery({}, WINDOW)).toEqual(WINDOW);
});

test('the calls behind a figure have the days of the page and no filter of another list', () => {
  const search = { days: 90, skip: 50, model: 'old' } as const;
  expect(callsBehind(search, { feature: 'tone' })).toEqual({ days: 90, feature: 'tone' });
});

test('a filter starts the list at its first row, and all can be removed at once', () => {
  const search = withFilter({ feature: 'bot', skip: 100, order: 'cost' }, { model: 'm' });
  expect(search).toMatchObject({ feature: 'bot', model: 'm', order: 'cost' });
  expect(search.skip).toBeUndefined();
  expect(filtersOf(search)).toEqual([
    { filter: 'feature', value: 'bot' },
    { filter: 'model', value: 'm' },
  ]);
  expect(filtersOf(withoutFilters(search))).toEqual([]);
});

test('what is typed is judged as the service judges it', () => {
  expect(refusalOf('feature', ' ')).toBe('empty');
  expect(refusalOf('feature', 'x'.repeat(41))).toBe('long');
  expect(refusalOf('session', 'x'.repeat(201))).toBe('long');
  expect(refusalOf('ticket', '12a')).toBe('id');
  expect(refusalOf('token', '9223372036854775808')).toBe('id');
  expect(refusalOf('status', 'done')).toBe('status');
  expect(readFilter('status', 'refused')).toEqual({ status: 'refused' });
  expect(readFilter('session', 'web <1>')).toEqual({ session: 'web <1>' });
  expect(readFilter('customer', '0')).toBeNull();
  expect(refusalOf('cache', 'miss')).toBe('cache');
  expect(refusalOf('min', '1e5')).toBe('min');
  expect(readFilter('min', '100000')).toEqual({ min: '100000' });
  expect(readFilter('min', '100,000')).toEqual({ min: '100000' });
  expect(refusalOf('min', '100,00')).toBe('min');
  expect(refusalOf('min', '1,000,000,000')).toBe('min');
  expect(refusalOf('unpriced', 'yes')).toBe('flag');
  expect(refusalOf('since', '20 Nov')).toBe('since');
  expect(readFilter('since', '2026-11-20T14:32:00Z')).toEqual({ since: '2026-11-20T14:32:00Z' });
  expect(readFilter('cache', 'hit')).toEqual({ cache: 'hit' });
});
