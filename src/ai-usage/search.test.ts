import { expect, test } from 'vitest';
import { aiSearch, callsSearch, usageSearch } from './search.ts';

type Read = typeof aiSearch | typeof usageSearch | typeof callsSearch;

/** The parameters that stay in the address of a tab. */
const read = (search: Read, raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search(raw)).filter(([, value]) => value !== undefined));

test('parameters are read from what the router makes of an address, and defaults leave it', () => {
  expect(read(callsSearch, { days: 90, status: 'error', customer: '9007199254740993', skip: 100 })).toEqual({
    days: 90,
    status: 'error',
    customer: '9007199254740993',
    skip: 100,
  });
  expect(read(usageSearch, { days: '30', metric: 'cost', sort: '-cost' })).toEqual({});
  expect(read(callsSearch, { order: 'created', skip: 0 })).toEqual({});
  expect(read(usageSearch, { edit: '1' })).toEqual({ edit: '1' });
  expect(read(usageSearch, { by: 'feature', at: 'm-small' })).toEqual({ at: 'm-small' });
});

test('what means nothing is named once and falls back', () => {
  for (const [search, name, value] of [
    [usageSearch, 'by', 'bogus'],
    [usageSearch, 'days', '31'],
    [callsSearch, 'customer', '12a'],
    [usageSearch, 'from', '2026-02-30'],
    [callsSearch, 'skip', '-5'],
    [callsSearch, 'model', 'x'.repeat(201)],
    [usageSearch, 'nonsense', '1'],
    [usageSearch, 'toString', '1'],
  ] as const) {
    expect(read(search, { [name]: value })).toEqual({
      ignored: expect.stringContaining(`${name}=${value.slice(0, 20)}`),
    });
  }
  expect(read(callsSearch, { feature: ['a', 'b'] })).toEqual({ ignored: 'feature=' });
});

test('a window needs both ends and a day in it, and what belongs to the whole program is left alone', () => {
  expect(read(usageSearch, { from: '2026-02-01', to: '2026-03-01' })).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  expect(read(usageSearch, { from: '2026-02-01' })).toEqual({ ignored: 'from=2026-02-01, to=' });
  expect(read(usageSearch, { from: '2026-03-01', to: '2026-03-01' })).toEqual({
    ignored: 'from=2026-03-01, to=2026-03-01',
  });
  expect(usageSearch({ theme: 'dark', metric: 'calls' })).toEqual({ metric: 'calls' });
});

test('the frame of the tabs reads the days alone, and leaves to a tab what is its own', () => {
  expect(aiSearch({ days: '7', metric: 'calls' })).toEqual({ days: 7 });
});
