import { expect, test } from 'vitest';
import { changesOf } from './cap-history.ts';

const utc = '2026-11-20T09:12:00.000Z';

test('AI-19: who changed which cap, from what to what; null is no cap', () => {
  const rows = changesOf([
    { id: 4n, created_utc: utc, actor: 'Ops admin', cap: 'action', from: null, to: 'soft' },
    { id: 3n, created_utc: utc, actor: 'Support leads', cap: 'budget', from: null, to: '600' },
    { id: 2n, created_utc: utc, actor: 'Ops admin', cap: 'action', from: 'soft', to: 'hard' },
    { id: 1n, created_utc: utc, actor: 'Ops admin', cap: 'minute_calls', from: '60', to: null },
  ]);
  expect(rows.map(({ who, cap, from, to }) => [who, cap, from, to])).toEqual([
    ['Ops admin', 'action', 'Not set', 'soft'],
    ['Support leads', 'budget', 'No cap', '$600'],
    ['Ops admin', 'action', 'soft', 'hard'],
    ['Ops admin', 'minute_calls', '60', 'No cap'],
  ]);
});
