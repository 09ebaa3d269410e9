import { sql, type Db } from '#server/db/db.ts';
import type { AttemptOutcome } from './send-delivery.ts';

export interface LockedEndpoint {
  readonly state: 'active' | 'paused' | 'disabled';
  readonly failures_in_row: number;
  readonly failing_since_utc: string | null;
}

/** Locks an endpoint while an outcome is stored, without blocking inserts of deliveries to it. */
export async function lockEndpoint(db: Db, siteId: bigint, id: bigint): Promise<LockedEndpoint | undefined> {
  const [row] = await db.query<LockedEndpoint>(sql`
    select s.state, s.failures_in_row, s.failing_since_utc from webhook_subscription s
    where s.site_id = ${siteId} and s.id = ${id} for no key update`);
  return row;
}

export interface LockedDelivery {
  readonly attempt_count: number;
  readonly is_test: boolean;
  readonly scheduled_utc: string;
}

/** Undefined if someone else has the lease now. */
export async function lockLeasedDelivery(
  db: Db,
  siteId: bigint,
  { id, lease }: { readonly id: bigint; readonly lease: string },
): Promise<LockedDelivery | undefined> {
  const [row] = await db.query<LockedDelivery>(sql`
    select d.attempt_count, d.is_test, d.scheduled_utc from webhook_delivery d
    where d.site_id = ${siteId} and d.id = ${id} and d.lease = ${lease} for update of d`);
  return row;
}

export interface DeliveryOutcome {
  readonly id: bigint;
  readonly attempt: number;
  readonly scheduledUtc: string;
  readonly outcome: AttemptOutcome;
  readonly state: 'pending' | 'failed' | 'cancelled';
  /** When the next attempt is due; null if there is none. */
  readonly dueUtc: string | null;
}

/** Stores a failed attempt and the new state of its delivery. */
export async function insertAttempt(db: Db, siteId: bigint, row: DeliveryOutcome, now: string): Promise<void> {
  const { outcome } = row;
  await db.query(sql`
    with tried as (
      insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms, http_status,
        error_code, response_excerpt, resolved_ip)
      values (${siteId}, ${row.id}, ${row.attempt}, ${row.scheduledUtc}, ${outcome.started_utc}, ${outcome.duration_ms},
        ${outcome.http_status}, ${outcome.error_code}, ${outcome.response_excerpt}, ${outcome.resolved_ip})
    )
    update webhook_delivery set state = ${row.state}, lease = null, attempt_count = ${row.attempt},
      last_http_status = ${outcome.http_status}, last_error_code = ${outcome.error_code},
      last_failed_utc = ${now}::timestamptz,
      scheduled_utc = coalesce(${row.dueUtc}::timestamptz, scheduled_utc), due_utc = ${row.dueUtc}::timestamptz,
      finished_utc = case when ${row.dueUtc}::timestamptz is null then ${now}::timestamptz end
    where site_id = ${siteId} and id = ${row.id}`);
}

export interface Success {
  readonly subscriptionId: bigint;
  readonly deliveryId: bigint;
  /** Null for a delivery that was made after it was sent. */
  readonly lease: string | null;
  readonly outcome: AttemptOutcome;
}

/**
 * Stores a successful attempt in one statement, since nearly all are. Does nothing if someone else has the lease now. Locks
 * the endpoint before the delivery, in the same order as a deletion.
 */
export async function storeSuccess(db: Db, siteId: bigint, success: Success, now: string): Promise<void> {
  const { subscriptionId, deliveryId, lease, outcome } = success;
  await db.query(sql`
    with endpoint as materialized (
      select s.id from webhook_subscription s
      where s.site_id = ${siteId} and s.id = ${subscriptionId} for no key update
    ), delivery as materialized (
      select d.id, d.attempt_count + 1 as attempt, d.scheduled_utc
      from endpoint join webhook_delivery d on d.site_id = ${siteId} and d.subscription_id = endpoint.id
      where d.id = ${deliveryId} and d.lease is not distinct from ${lease}::text for update of d
    ), tried as (
      insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms, http_status,
        response_excerpt, resolved_ip)
      select ${siteId}, id, attempt, scheduled_utc, ${outcome.started_utc}::timestamptz, ${outcome.duration_ms}::integer,
        ${outcome.http_status}::integer, ${outcome.response_excerpt}::text, ${outcome.resolved_ip}::text
      from delivery
    ), marked as (
      update webhook_subscription s set failures_in_row = 0, failing_since_utc = null, probe_utc = null,
        last_delivery_utc = greatest(s.last_delivery_utc, ${now}::timestamptz)
      from delivery where s.site_id = ${siteId} and s.id = ${subscriptionId}
    )
    update webhook_delivery d set state = 'succeeded', lease = null, attempt_count = delivery.attempt,
      last_http_status = ${outcome.http_status}::integer, last_error_code = null, due_utc = null,
      finished_utc = ${now}::timestamptz
    from delivery where d.site_id = ${siteId} and d.id = delivery.id`);
}

export interface EndpointFailure {
  readonly failuresInRow: number;
  readonly failingSinceUtc: string | null;
  readonly probeUtc: string | null;
}

export async function markFailed(db: Db, siteId: bigint, id: bigint, failure: EndpointFailure): Promise<void> {
  await db.query(sql`
    update webhook_subscription set failures_in_row = ${failure.failuresInRow},
      failing_since_utc = ${failure.failingSinceUtc}::timestamptz, probe_utc = ${failure.probeUtc}::timestamptz
    where site_id = ${siteId} and id = ${id}`);
}

/** Disables an endpoint and cancels its pending deliveries; those in flight finish. */
export async function disableEndpoint(
  db: Db,
  siteId: bigint,
  { id, reason }: { readonly id: bigint; readonly reason: 'gone' | 'failing' },
  now: string,
): Promise<void> {
  await db.query(sql`
    update webhook_subscription set state = 'disabled', disabled_reason = ${reason}, disabled_utc = ${now}::timestamptz,
      updated_utc = ${now}::timestamptz
    where site_id = ${siteId} and id = ${id}`);
  await db.query(sql`
    update webhook_delivery set state = 'cancelled', due_utc = null, finished_utc = ${now}::timestamptz
    where site_id = ${siteId} and subscription_id = ${id} and state = 'pending'`);
}
