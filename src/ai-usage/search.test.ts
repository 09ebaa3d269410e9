import { expect, test } from 'vitest';
import { aiSearch } from './search.ts';

/** What stays in the address. */
const read = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(aiSearch(raw)).filter(([, value]) => value !== undefined));

test('parameters are read from what the router makes of an address, and defaults leave it', () => {
  expect(read({ tab: 'calls', days: 90, status: 'error', ticket: '9007199254740993', skip: 100 })).toEqual({
    tab: 'calls',
    days: 90,
    status: 'error',
    ticket: '9007199254740993',
    skip: 100,
  });
  expect(read({ tab: 'usage', days: '30', metric: 'cost', sort: '-cost', order: 'created', skip: 0 })).toEqual({});
  expect(read({ edit: true, budget: 'none', tokens: '1500', try: '0.000001' })).toEqual({
    edit: true,
    budget: 'none',
    tokens: '1500',
    try: '0.000001',
  });
});

test('what means nothing is named once and falls back', () => {
  for (const [name, value] of [
    ['tab', 'bogus'],
    ['days', '31'],
    ['budget', '-1'],
    ['try', '1e3'],
    ['ticket', '12a'],
    ['from', '2026-02-30'],
    ['skip', '-5'],
    ['price_in', '1000000000'],
    ['model', 'x'.repeat(201)],
    ['nonsense', '1'],
    ['toString', '1'],
  ] as const) {
    expect(read({ [name]: value })).toEqual({ ignored: expect.stringContaining(`${name}=${value.slice(0, 20)}`) });
  }
  expect(read({ feature: ['a', 'b'] })).toEqual({ ignored: 'feature=' });
});

test('a window needs both ends and a day in it, and what belongs to the whole program is left alone', () => {
  expect(read({ from: '2026-02-01', to: '2026-03-01' })).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  expect(read({ from: '2026-02-01' })).toEqual({ ignored: 'from=2026-02-01, to=' });
  expect(read({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ ignored: 'from=2026-03-01, to=2026-03-01' });
  expect(aiSearch({ theme: 'dark', tab: 'caps' })).toEqual({ tab: 'caps' });
});
