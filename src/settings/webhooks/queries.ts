import { listWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import { listWebhookSubscriptions } from '#contract/webhooks.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages } from '#src/api/read-pages.ts';
import { read } from '#src/api/read.ts';
import type { LogSearch } from './search.ts';

const PAGE_ROWS = 50;
const FAILED_HOURS = 24;

/** What the list is asked for. */
export function logQuery({ state, event, webhook, failed }: LogSearch): CallQuery<typeof listWebhookDeliveries> {
  return {
    ...(state === undefined ? {} : { state: [...state] }),
    ...(event === undefined ? {} : { event_type: event }),
    ...(webhook === undefined ? {} : { subscription_id: BigInt(webhook) }),
    ...(failed === undefined ? {} : { failed_hours: FAILED_HOURS }),
  };
}

export function logOptions(search: LogSearch) {
  return readPages(listWebhookDeliveries, logQuery(search), { limit: PAGE_ROWS });
}

/** One delivery with what was sent and each attempt. */
export function deliveryOptions(id: bigint) {
  return read(listWebhookDeliveries, { id });
}

/** Which address a delivery goes to. */
export function subscriptionsOptions() {
  return { ...read(listWebhookSubscriptions, { limit: 200 }), staleTime: 60_000 };
}
