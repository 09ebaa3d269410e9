import { expect, test } from 'vitest';
import { callsBehind, callsQuery, filtersOf, withFilter, withoutFilters } from './calls-filters.ts';

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
        ticket: '9007199254740995',
        customer: '9007199254740993',
        token: '3',
        unpriced: '1',
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
    ticket_id: 9_007_199_254_740_995n,
    customer_identity_id: 9_007_199_254_740_993n,
    token_id: 3n,
    unpriced: true,
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
