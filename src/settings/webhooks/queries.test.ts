import { expect, test } from 'vitest';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { whileDue } from './queries.ts';

const WEBHOOK: SubscriptionRecord = {
  id: 1n,
  url: 'https://crm.example.org/in',
  description: null,
  events: ['ticket.created'],
  include_pii: false,
  state: 'active',
  disabled_reason: null,
  disabled_utc: null,
  overlap_until_utc: null,
  pending: 0,
  failed_24h: 0,
  last_delivery_utc: null,
  created_utc: '2026-11-20T01:00:00Z',
  updated_utc: '2026-11-20T01:00:00Z',
};
const intervalWith = (changed: Partial<SubscriptionRecord>) =>
  whileDue({ state: { data: { items: [WEBHOOK, { ...WEBHOOK, id: 2n, ...changed }] } } });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test('SET-07: the figures of webhooks refresh every 2 seconds while a delivery is due, else once a minute', () => {
  expect(whileDue({ state: {} })).toBe(60_000);
  expect(intervalWith({})).toBe(60_000);
  expect(intervalWith({ pending: 1, next_attempt_utc: inMs(0) })).toBe(2_000);
  expect(intervalWith({ pending: 1, next_attempt_utc: inMs(120_000) })).toBe(60_000);
  expect(intervalWith({ pending: 1 })).toBe(2_000);
  expect(intervalWith({ pending: 1, state: 'paused' })).toBe(60_000);
});
