import { EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';

/** Events to choose from; tests are sent on request without a subscription. */
export const OFFERED_EVENTS = EVENT_TYPES.filter((type) => type !== 'webhook.test');

export type WebhookState = 'active' | 'failing' | 'paused' | 'disabled';

/** An active webhook is failing from a failed attempt until the next accepted delivery. */
export function stateOf(webhook: SubscriptionRecord): WebhookState {
  const { state, last_failure_utc: failed = null, last_delivery_utc: delivered } = webhook;
  if (state !== 'active' || failed === null) return state;
  return delivered === null || Date.parse(failed) > Date.parse(delivered) ? 'failing' : 'active';
}

/**
 * Accepted deliveries of 24 hours as a share of these and of those with a failed attempt, from 0 to 1; null without any.
 * See docs/figures.md, "Webhooks".
 */
export function successShare({
  delivered_24h: delivered = 0,
  failed_24h: failed,
}: Pick<SubscriptionRecord, 'delivered_24h' | 'failed_24h'>): number | null {
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

export function nameOf({ description, url }: Pick<SubscriptionRecord, 'description' | 'url'>): string {
  return description?.trim() || hostOf(url);
}

/** How many of the offered events it gets; null for all, including future ones. */
export function countEvents({ events }: Pick<SubscriptionRecord, 'events'>): number | null {
  if (events.includes('*')) return null;
  return OFFERED_EVENTS.filter((type) => events.includes(type)).length;
}

/** Sorts the list: failing webhooks first, disabled ones last, the rest in the service's order. */
export function byUrgency(webhooks: readonly SubscriptionRecord[]): readonly SubscriptionRecord[] {
  const rank = { failing: 0, active: 1, paused: 2, disabled: 3 };
  return webhooks.toSorted((a, b) => rank[stateOf(a)] - rank[stateOf(b)]);
}

/** Events by the word before the dot. */
export function groupEvents<Event extends string>(events: readonly Event[]): readonly (readonly [string, Event[]])[] {
  return [...Map.groupBy(events, (type) => type.split('.')[0] ?? type)];
}
