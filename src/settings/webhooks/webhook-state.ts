import { EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';

/** Events to choose from; tests are sent on request without a subscription. */
export const OFFERED_EVENTS = EVENT_TYPES.filter((type) => type !== 'webhook.test');

type WebhookState = 'active' | 'failing' | 'paused' | 'disabled';
type Attempts = Pick<SubscriptionRecord, 'state' | 'last_failure_utc' | 'last_delivery_utc'>;

/** An active webhook is failing from a failed attempt until the next accepted delivery. */
export function stateOf({
  state,
  last_failure_utc: failed = null,
  last_delivery_utc: delivered,
}: Attempts): WebhookState {
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

/** The description, or the host of the address. */
export function nameOf({ description, url }: Pick<SubscriptionRecord, 'description' | 'url'>): string {
  return description?.trim() || (URL.parse(url)?.host ?? url);
}
