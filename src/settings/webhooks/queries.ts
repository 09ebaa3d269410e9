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

/** Refetch interval in ms while an attempt is running. */
const BUSY_MS = 2_000;
const IDLE_MS = 60_000;

interface Answered<Row> {
  readonly state: { readonly data?: { readonly items: readonly Row[] } | undefined };
}

/** Refetches soon while an attempt is running or due, but not for a retry in some minutes. */
function whileRunning({ state: { data } }: Answered<DeliveryRecord>): number {
  const dueMs = Date.now() + BUSY_MS;
  const isRunning = data?.items.some(
    ({ state, next_attempt_utc: next }) =>
      state === 'delivering' || (state === 'pending' && (next === null || Date.parse(next) < dueMs)),
  );
  return isRunning === true ? BUSY_MS : IDLE_MS;
}

/** One delivery with its contents and attempts, refetched while it runs. */
export function deliveryOptions(id: bigint) {
  return { ...read(listWebhookDeliveries, { id }), refetchInterval: whileRunning };
}

/** The newest deliveries of one webhook, refetched while they run. */
export function latestOptions(webhook: bigint) {
  return { ...read(listWebhookDeliveries, { subscription_id: webhook, limit: 10 }), refetchInterval: whileRunning };
}

/** Refetches soon while a webhook has a delivery that is due. */
export function whileDue({ state: { data } }: Answered<SubscriptionRecord>): number {
  const dueMs = Date.now() + BUSY_MS;
  const isDue = data?.items.some(({ state, pending, next_attempt_utc: next = null }) =>
    next === null ? pending > 0 && state === 'active' : Date.parse(next) < dueMs,
  );
  return isDue === true ? BUSY_MS : IDLE_MS;
}

/** All webhooks, at most 100. */
export function webhooksOptions() {
  return { ...read(listWebhookSubscriptions, { limit: 200 }), refetchInterval: whileDue };
}

export function eventsOptions() {
  return { ...read(listWebhookEvents), staleTime: Infinity };
}
