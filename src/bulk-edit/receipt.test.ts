import { expect, test } from 'vitest';
import { receipt, type Receipt } from './receipt.ts';

const KEPT: Receipt = {
  id: 'a',
  siteId: '1',
  startedAtMs: 1_795_000_000_000,
  patch: { assignee: { id: '9223372036854775807', name: 'Ada' }, addTags: ['vip'] },
  mode: 'apply',
  phase: 'paused',
  hasBulk: true,
  rows: [
    {
      id: 9_007_199_254_740_993n,
      number: 48213,
      subject: '🚲 שלום',
      version: 2,
      state: 'unsure',
      code: null,
      message: null,
      requestId: null,
      before: { status: 'open', assignee_agent_id: null, assignee_name: null },
      token: 0,
    },
  ],
  tokens: [{ token: 'scu_x', isUsed: false, isTried: true }],
};

test('a receipt is read as it was written, with every digit', () => {
  expect(receipt.parse(structuredClone(KEPT))).toEqual(KEPT);
});

test.each([
  ['nothing', null],
  ['another version', { ...KEPT, rows: undefined }],
  ['a state that nobody knows', { ...KEPT, rows: [{ ...KEPT.rows[0], state: 'flying' }] }],
  ['an id as a number', { ...KEPT, rows: [{ ...KEPT.rows[0], id: 5 }] }],
  ['a status that nobody knows', { ...KEPT, patch: { status: 'gone' } }],
])('%s is no receipt', (_what, value) => {
  expect(receipt.safeParse(value).success).toBe(false);
});
