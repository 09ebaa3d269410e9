import { listWebhookDeliveries, listWebhookEvents } from '#contract/webhook-deliveries.ts';
import { listWebhookSubscriptions } from '#contract/webhooks.ts';
import type { Reply } from '#contract/operation.ts';
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

/** While something is under way. */
const BUSY_MS = 2_000;
const IDLE_MS = 60_000;

type Deliveries = Reply<typeof listWebhookDeliveries>;

/** An attempt is due soon or running: a retry that waits for minutes is no reason to ask every other second. */
function isBusy(deliveries: Deliveries | undefined): boolean {
  const soon = Date.now() + IDLE_MS;
  return (
    deliveries?.items.some(
      ({ state, next_attempt_utc: next }) =>
        state === 'delivering' || (state === 'pending' && (next === null || Date.parse(next) < soon)),
    ) === true
  );
}

/** One delivery with what was sent and each attempt; follows it while it is under way. */
export function deliveryOptions(id: bigint) {
  return {
    ...read(listWebhookDeliveries, { id }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: Deliveries | undefined } }) =>
      isBusy(state.data) ? BUSY_MS : false,
  };
}

/** The newest deliveries of one webhook, as they go on. */
export function latestOptions(webhook: bigint) {
  return {
    ...read(listWebhookDeliveries, { subscription_id: webhook, limit: 10 }),
    refetchInterval: ({ state }: { readonly state: { readonly data?: Deliveries | undefined } }) =>
      isBusy(state.data) ? BUSY_MS : IDLE_MS,
  };
}

/** All webhooks: a site has at most 100. */
export function subscriptionsOptions() {
  return { ...read(listWebhookSubscriptions, { limit: 200 }), staleTime: IDLE_MS };
}

/** The same where their figures are shown: more often while something is about to be sent. */
export function webhooksOptions() {
  type Webhooks = Reply<typeof listWebhookSubscriptions>;
  return {
    ...read(listWebhookSubscriptions, { limit: 200 }),
    refetchInterval: ({ state: { data } }: { readonly state: { readonly data?: Webhooks | undefined } }) =>
      data?.items.some(({ state, pending, next_attempt_utc: next = null }) =>
        next === null ? pending > 0 && state === 'active' : Date.parse(next) < Date.now() + BUSY_MS,
      ) === true
        ? BUSY_MS
        : IDLE_MS,
  };
}

export function eventsOptions() {
  return { ...read(listWebhookEvents), staleTime: Infinity };
}
