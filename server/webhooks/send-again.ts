import { MAX_RECOVERED, type DeliveryRecord, type sendWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import type { EventType } from '#contract/webhook-events.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { lockSubscriptionOrFail } from './change-subscription.ts';
import { claimRecoverable, countRecoverable, getDelivery, type RecoverFilter } from './deliveries.sql.ts';
import { writeSample } from './event-samples.ts';
import { insertDeliveries, type NewDelivery } from './outbox.sql.ts';
import type { LockedSubscription } from './subscriptions.sql.ts';
import { newMessageId } from './record-event.ts';

type SendCall = Call<typeof sendWebhookDeliveries>;

/**
 * Queues a sample event; a paused subscription receives it as well. @throws ApiError not_found; conflict if disabled
 */
export function sendTest(call: SendCall, subscriptionId: bigint, eventType: EventType): Promise<DeliveryRecord> {
  const { db, site, actor, now } = call;
  return db.transaction(async (db) => {
    refuseDisabled(await lockSubscriptionOrFail(db, site, subscriptionId));
    const body = writeSample(eventType, site, { actor, now });
    const delivery = { subscriptionId, messageId: newMessageId(), eventType, body, isTest: true };
    await audit(db, call, { action: 'webhook.test', type: 'webhook_subscription', id: subscriptionId }, []);
    return queue(db, call, delivery, actor.requestId);
  });
}

/**
 * Queues the same message as a new delivery.
 * @throws ApiError not_found; conflict while it is in progress, if its body is deleted or its subscription disabled
 */
export function replayDelivery(call: SendCall, id: bigint): Promise<DeliveryRecord> {
  const { db, site } = call;
  return db.transaction(async (db) => {
    const old = await getDelivery(db, site.id, id);
    if (old === undefined) throw new ApiError('not_found', 'There is no webhook delivery with this id');
    const { message_id: messageId, subscription_id: subscriptionId, event_type: eventType, body } = old;
    if (old.state === 'pending' || old.state === 'delivering') {
      throw new ApiError('conflict', 'This delivery is still in progress');
    }
    if (body === null) throw new ApiError('conflict', 'The body of this delivery is no longer stored');
    refuseDisabled(await lockSubscriptionOrFail(db, site, subscriptionId));
    await audit(db, call, { action: 'webhook.replay', type: 'webhook_delivery', id }, []);
    return queue(db, call, { subscriptionId, messageId, eventType, body, replayOf: id }, old.request_id);
  });
}

/**
 * Queues failed and cancelled deliveries since an instant that have not been resent, oldest first, at most 1,000.
 * @throws ApiError not_found; conflict for a disabled subscription
 */
export function recoverDeliveries(
  call: SendCall,
  failed: RecoverFilter,
  isDryRun: boolean,
): Promise<{ matched: number; queued: number }> {
  const { db, site, now } = call;
  return db.transaction(async (db) => {
    if (failed.subscriptionId !== undefined)
      refuseDisabled(await lockSubscriptionOrFail(db, site, failed.subscriptionId));
    if (isDryRun) return { matched: await countRecoverable(db, site.id, failed), queued: 0 };
    const taken = await claimRecoverable(db, site.id, failed, MAX_RECOVERED);
    const matched = taken.length < MAX_RECOVERED ? taken.length : await countRecoverable(db, site.id, failed);
    if (taken.length === 0) return { matched, queued: 0 };
    const byRequest = Map.groupBy(taken, (row) => row.request_id);
    for (const [requestId, rows] of byRequest) {
      const repeated = rows.map((row): NewDelivery => ({
        subscriptionId: row.subscription_id,
        messageId: row.message_id,
        eventType: row.event_type,
        body: row.body,
        replayOf: row.id,
      }));
      await insertDeliveries(db, site.id, repeated, { at: now.toISOString(), requestId });
    }
    const id = failed.subscriptionId ?? site.id;
    const type = failed.subscriptionId === undefined ? 'site' : 'webhook_subscription';
    const changes = [{ field: 'queued', from: null, to: taken.length }];
    await audit(db, call, { action: 'webhook.recover', type, id }, changes);
    return { matched, queued: taken.length };
  });
}

function refuseDisabled({ state }: LockedSubscription): void {
  if (state === 'disabled') throw new ApiError('conflict', 'The subscription is disabled: enable it first');
}

async function queue(
  db: Db,
  { site, now }: SendCall,
  delivery: NewDelivery,
  requestId: string | null,
): Promise<DeliveryRecord> {
  const [id] = await insertDeliveries(db, site.id, [delivery], { at: now.toISOString(), requestId });
  const made = id === undefined ? undefined : await getDelivery(db, site.id, id);
  if (made === undefined) throw new Error('the database returned no delivery');
  const { body: _, ...record } = made;
  return record;
}

async function audit(
  db: Db,
  { site, actor, now }: SendCall,
  {
    action,
    type,
    id,
  }: { readonly action: AuditEntry['action']; readonly type: AuditEntry['objectType']; readonly id: bigint },
  changes: readonly AuditChange[],
): Promise<void> {
  await recordAudit(db, site, { action, objectType: type, objectId: id.toString(), changes }, { actor, now });
}
