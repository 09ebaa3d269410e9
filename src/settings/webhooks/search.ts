import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import { defineSearch, idText, oneOf, someOf } from '#src/browser/define-search.ts';

/** What of the delivery log stands in its URL. Absent: every delivery of 30 days, the newest first. */
export const logSearch = defineSearch({
  state: someOf(DELIVERY_STATES),
  event: oneOf(EVENT_TYPES),
  /** Id of a subscription. */
  webhook: idText,
  /** With a failed attempt in the last 24 hours, whatever came after. */
  failed: oneOf(['24h']),
  /** Id of the delivery that is open. */
  id: idText,
});
export type LogSearch = ReturnType<typeof logSearch>;

/** A filter hides deliveries. */
export function isFiltered({ state, event, webhook, failed }: LogSearch): boolean {
  return [state, event, webhook, failed].some((value) => value !== undefined);
}

/** What of the webhooks stands in their URL. Absent: the list. */
export const webhooksSearch = defineSearch({
  /** Id of the webhook that is open. */
  id: idText,
  /** Id of its delivery that is open. */
  delivery: idText,
});
export type WebhooksSearch = ReturnType<typeof webhooksSearch>;
