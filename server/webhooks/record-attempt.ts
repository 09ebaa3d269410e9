import { outsideActor } from '#server/audit/outside-actor.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import {
  disableEndpoint,
  insertAttempt,
  lockEndpoint,
  lockLeasedDelivery,
  markFailed,
  storeSuccess,
} from './attempt.sql.ts';
import { recordEvent } from './record-event.ts';
import { classifyFailure } from './retry-rules.ts';
import type { AttemptOutcome } from './send-delivery.ts';

/** The actor for changes by the deliverer. */
const DELIVERER = outsideActor('system', 'webhooks');

interface Attempted {
  readonly siteId: bigint;
  readonly subscriptionId: bigint;
  readonly deliveryId: bigint;
  readonly lease: string;
  readonly outcome: AttemptOutcome;
}

/**
 * Stores the outcome of an attempt for the delivery and its endpoint. Does nothing if the lease has expired and someone
 * else has the delivery. See docs/api.md, "Delivery".
 * @param db The handle of the site.
 */
export async function recordAttempt(
  db: Db,
  attempted: Attempted,
  context: { readonly now: Date; readonly random: () => number },
): Promise<void> {
  if (attempted.outcome.error_code !== null) {
    await db.transaction((db) => recordFailure(db, attempted, context));
    return;
  }
  await storeSuccess(db, attempted.siteId, attempted, context.now.toISOString());
}

async function recordFailure(
  db: Db,
  { siteId, subscriptionId, deliveryId, lease, outcome }: Attempted,
  { now, random }: { readonly now: Date; readonly random: () => number },
): Promise<void> {
  // Lock the endpoint before the delivery, in the same order as a deletion.
  const endpoint = await lockEndpoint(db, siteId, subscriptionId);
  const delivery = await lockLeasedDelivery(db, siteId, { id: deliveryId, lease });
  if (endpoint === undefined || delivery === undefined) return;
  const at = now.toISOString();
  const attempt = delivery.attempt_count + 1;
  const row = { id: deliveryId, attempt, scheduledUtc: delivery.scheduled_utc, outcome };
  const health = {
    state: endpoint.state,
    failuresInRow: endpoint.failures_in_row,
    failingSinceUtc: endpoint.failing_since_utc,
  };
  const { http_status: httpStatus, retryAfter } = outcome;
  const failure = { attempts: attempt, isTest: delivery.is_test, httpStatus, retryAfter };
  const verdict = classifyFailure(health, failure, now, random);
  const { state } = verdict.delivery;
  const dueUtc = verdict.delivery.state === 'pending' ? verdict.delivery.dueUtc : null;
  await insertAttempt(db, siteId, { ...row, state, dueUtc }, at);
  await markFailed(db, siteId, subscriptionId, verdict);
  if (verdict.disable !== null) await disable(db, { siteId, subscriptionId, reason: verdict.disable }, now);
}

async function disable(
  db: Db,
  { siteId, subscriptionId: id, reason }: Pick<Attempted, 'siteId' | 'subscriptionId'> & { reason: 'gone' | 'failing' },
  now: Date,
): Promise<void> {
  await disableEndpoint(db, siteId, { id, reason }, now.toISOString());
  const site = { id: siteId };
  const context = { actor: DELIVERER, now };
  const changes = [
    { field: 'state', from: null, to: 'disabled' },
    { field: 'disabled_reason', from: null, to: reason },
  ];
  const entry: AuditEntry = {
    action: 'webhook.disable',
    objectType: 'webhook_subscription',
    objectId: id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
  await recordEvent(db, site, { type: 'webhook.disabled', data: { id, reason } }, context);
}
