import { listWebhookDeliveries, listWebhookEvents, type DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { listWebhookSubscriptions, type SubscriptionRecord } from '#contract/webhooks.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages, read } from '#src/api/read.ts';
import type { LogSearch } from './search.ts';

const PAGE_ROWS = 50;
const FAILED_HOURS = 24;

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

/** Refetch interval while an attempt is running. */
const BUSY_MS = 2_000;
const IDLE_MS = 60_000;

interface Answered<Row> {
  readonly state: { readonly data?: { readonly items: readonly Row[] } | undefined };
}

/** Refetches soon while an attempt is running or due, but not for a retry in some minutes. */
const whileBusy =
  <Row>(isBusy: (row: Row, nowMs: number) => boolean) =>
  ({ state: { data } }: Answered<Row>): number =>
    data?.items.some((row) => isBusy(row, Date.now())) === true ? BUSY_MS : IDLE_MS;

const followDeliveries = whileBusy<DeliveryRecord>(
  ({ state, next_attempt_utc: next }, nowMs) =>
    state === 'delivering' || (state === 'pending' && (next === null || Date.parse(next) < nowMs + BUSY_MS)),
);

/** One delivery with its contents and attempts, refetched while it runs. */
export function deliveryOptions(id: bigint) {
  return { ...read(listWebhookDeliveries, { id }), refetchInterval: followDeliveries };
}

/** The newest deliveries of one webhook, refetched while they run. */
export function latestOptions(webhook: bigint) {
  return { ...read(listWebhookDeliveries, { subscription_id: webhook, limit: 10 }), refetchInterval: followDeliveries };
}

/** All webhooks, at most 100. */
export function subscriptionsOptions() {
  return { ...read(listWebhookSubscriptions, { limit: 200 }), staleTime: IDLE_MS };
}

const followWebhooks = whileBusy<SubscriptionRecord>(({ state, pending, next_attempt_utc: next = null }, nowMs) =>
  next === null ? pending > 0 && state === 'active' : Date.parse(next) < nowMs + BUSY_MS,
);

/** All webhooks, refetched while their figures change. */
export function webhooksOptions() {
  return { ...read(listWebhookSubscriptions, { limit: 200 }), refetchInterval: followWebhooks };
}

export function eventsOptions() {
  return { ...read(listWebhookEvents), staleTime: Infinity };
}
