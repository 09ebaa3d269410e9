import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import { defineSearch, idText, oneOf, someOf } from '#src/browser/define-search.ts';

/** Search parameters of the delivery log. Without any it lists all deliveries of 30 days, newest first. */
export const logSearch = defineSearch({
  state: someOf(DELIVERY_STATES),
  event: oneOf(EVENT_TYPES),
  /** ID of a webhook. */
  webhook: idText,
  /** With a failed attempt in the last 24 hours, even if delivered later. */
  failed: oneOf(['24h']),
  /** ID of the open delivery. */
  id: idText,
});
export type LogSearch = ReturnType<typeof logSearch>;

export function isFiltered({ state, event, webhook, failed }: LogSearch): boolean {
  return [state, event, webhook, failed].some((value) => value !== undefined);
}

/** Search parameters of the webhooks. Without any the page shows the list. */
export const webhooksSearch = defineSearch({
  /** ID of the open webhook. */
  id: idText,
  /** ID of its open delivery. */
  delivery: idText,
});
export type WebhooksSearch = ReturnType<typeof webhooksSearch>;
