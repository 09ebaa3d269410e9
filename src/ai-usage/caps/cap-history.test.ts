import { expect, test } from 'vitest';
import { changesOfAudit, changesOfReport } from './cap-history.ts';

const utc = '2026-11-20T09:12:00.000Z';

test('AI-19: who changed which cap, from what to what; null is no cap', () => {
  const rows = changesOfReport([
    { id: 3n, created_utc: utc, actor: 'Support leads', cap: 'budget', from: null, to: '600' },
    { id: 2n, created_utc: utc, actor: 'Ops admin', cap: 'action', from: 'soft', to: 'hard' },
    { id: 1n, created_utc: utc, actor: 'Ops admin', cap: 'minute_calls', from: '60', to: null },
  ]);
  expect(rows.map(({ who, cap, from, to }) => [who, cap, from, to])).toEqual([
    ['Support leads', 'budget', 'No cap', '$600'],
    ['Ops admin', 'action', 'soft', 'hard'],
    ['Ops admin', 'minute_calls', '60', 'No cap'],
  ]);
});

test('AI-19: an entry of the audit log is a line for each cap that it changed', () => {
  const rows = changesOfAudit([
    {
      id: 9n,
      at_utc: utc,
      actor: { kind: 'token', token_id: 1n, token_prefix: 'sc_7f3a', label: null },
      action: 'ai_limits.update',
      object_type: 'ai_limits',
      object_id: '1',
      changes: [
        { field: 'monthly_budget_usd', from: '10.5', to: null },
        { field: 'action', from: null, to: 'hard' },
      ],
      outcome: 'ok',
      request_id: null,
      network: null,
      user_agent: null,
      sealed: true,
    },
  ]);
  expect(rows.map(({ who, cap, from, to }) => [who, cap, from, to])).toEqual([
    ['sc_7f3a', 'budget', '$10.50', 'No cap'],
    ['sc_7f3a', 'action', 'Not set', 'hard'],
  ]);
});
