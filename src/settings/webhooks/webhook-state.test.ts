import { expect, test } from 'vitest';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { nameOf, stateOf, successShare } from './webhook-state.ts';

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

const WEBHOOK: SubscriptionRecord = {
  id: 1n,
  url: 'https://crm.example.org:8443/in?x=1',
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
  created_utc: at(1),
  updated_utc: at(1),
};

test('SET-12: a webhook is failing from a failed attempt until a delivery is accepted', () => {
  expect(stateOf(WEBHOOK)).toBe('active');
  expect(stateOf({ ...WEBHOOK, last_failure_utc: at(3) })).toBe('failing');
  expect(stateOf({ ...WEBHOOK, last_failure_utc: at(3), last_delivery_utc: at(2) })).toBe('failing');
  expect(stateOf({ ...WEBHOOK, last_failure_utc: at(3), last_delivery_utc: at(4) })).toBe('active');
  expect(stateOf({ ...WEBHOOK, last_failure_utc: at(3), state: 'paused' })).toBe('paused');
});

test('SET-12: the success of a day is the share of accepted deliveries in these and those with a failed attempt', () => {
  expect(successShare({ delivered_24h: 0, failed_24h: 0 })).toBeNull();
  expect(successShare({ delivered_24h: 3, failed_24h: 1 })).toBe(0.75);
  expect(successShare({ failed_24h: 1 })).toBe(0);
});

test('SET-04: a webhook is named by its description, else by its host', () => {
  expect(nameOf(WEBHOOK)).toBe('crm.example.org:8443');
  expect(nameOf({ ...WEBHOOK, description: ' CRM ' })).toBe('CRM');
});
