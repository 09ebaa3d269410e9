import type { Body } from '#contract/operation.ts';
import type { SubscriptionRecord, updateWebhookSubscription } from '#contract/webhooks.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import {
  getSubscription,
  lockSubscription,
  updateSubscriptionRow,
  type LockedSubscription,
  type SubscriptionState,
} from './subscriptions.sql.ts';
import { testEndpoint, type EndpointCall } from './test-endpoint.ts';
import { wakeDeliverers } from './wake-deliverers.ts';

type SubscriptionPatch = Pick<
  Body<typeof updateWebhookSubscription>,
  'url' | 'events' | 'description' | 'include_pii' | 'enabled'
>;

/**
 * Changes a subscription. Pausing keeps pending deliveries; enabling a disabled one first sends a test to its new URL.
 * See docs/api.md, "Subscriptions".
 * @param confirm Called before personal data is sent somewhere new; refuses the change by throwing.
 * @throws ApiError bad_field, not_found; conflict if the test failed, which changes nothing
 */
export async function changeSubscription(
  call: EndpointCall,
  id: bigint,
  patch: SubscriptionPatch,
  confirm: () => Promise<void> = () => Promise.resolve(),
): Promise<SubscriptionRecord> {
  const { db, site, actor, now } = call;
  const before = await getSubscription(db, site.id, id, now);
  if (before === undefined) throw noSubscription();
  const isConfirmed = sendsMorePersonalData(before, patch);
  if (isConfirmed) await confirm();
  const url = patch.url === undefined ? undefined : await checkWebhookUrl(call, patch.url);
  const isTested = patch.enabled === true && before.state === 'disabled';
  if (isTested) await testEndpoint(call, id, url ?? before.url);
  return db.transaction(async (db) => {
    const locked = await lockSubscriptionOrFail(db, site, id);
    if (patch.enabled === true && locked.state === 'disabled' && !isTested) {
      throw new ApiError('conflict', 'The subscription was disabled in the meantime');
    }
    if (!isConfirmed && sendsMorePersonalData(locked, { ...patch, url })) {
      throw new ApiError('conflict', 'The subscription was changed in the meantime');
    }
    const next: SubscriptionState = {
      url: url ?? locked.url,
      description: patch.description === undefined ? locked.description : patch.description,
      events: patch.events === undefined ? locked.events : [...new Set(patch.events)],
      includePii: patch.include_pii ?? locked.include_pii,
      state: nextState(locked.state, patch.enabled),
    };
    const changes = listChanges(locked, next);
    if (changes.length > 0) {
      await updateSubscriptionRow(
        db,
        site.id,
        id,
        { ...next, resetsFailures: next.url !== locked.url || isTested },
        now,
      );
      // Deliveries wait while a subscription is paused, or its old URL failed.
      wakeDeliverers(site.id);
      const objectId = id.toString();
      const entry: AuditEntry = { action: 'webhook.update', objectType: 'webhook_subscription', objectId, changes };
      await recordAudit(db, site, entry, { actor, now });
    }
    return readSubscriptionOrFail(db, site, id, now);
  });
}

/** Whether the change newly sends personal data, or sends it to another URL or for more events. */
function sendsMorePersonalData(
  now: Pick<LockedSubscription, 'include_pii' | 'url' | 'events'>,
  { include_pii: includePii, url, events }: SubscriptionPatch,
): boolean {
  if (includePii !== undefined) return includePii;
  if (!now.include_pii) return false;
  const isWider = !now.events.includes('*') && events?.some((type) => !now.events.includes(type)) === true;
  return isWider || (url !== undefined && url !== now.url);
}

/** Locks the subscription until the transaction ends. @throws ApiError not_found */
export async function lockSubscriptionOrFail(db: Db, site: SiteRef, id: bigint): Promise<LockedSubscription> {
  const locked = await lockSubscription(db, site.id, id);
  if (locked === undefined) throw noSubscription();
  return locked;
}

export async function readSubscriptionOrFail(
  db: Db,
  site: SiteRef,
  id: bigint,
  now: Date,
): Promise<SubscriptionRecord> {
  const row = await getSubscription(db, site.id, id, now);
  if (row === undefined) throw noSubscription();
  return row;
}

export function noSubscription(): ApiError {
  return new ApiError('not_found', 'There is no webhook subscription with this id');
}

/** A disabled subscription stays disabled until a test succeeds; pausing must not bypass that. */
function nextState(state: SubscriptionState['state'], enabled: boolean | undefined): SubscriptionState['state'] {
  if (enabled === true) return 'active';
  return enabled === false && state === 'active' ? 'paused' : state;
}

function listChanges(locked: LockedSubscription, next: SubscriptionState): AuditChange[] {
  const changes: AuditChange[] = [];
  if (next.state !== locked.state) changes.push({ field: 'state', from: locked.state, to: next.state });
  if (next.includePii !== locked.include_pii)
    changes.push({ field: 'include_pii', from: locked.include_pii, to: next.includePii });
  if (next.url !== locked.url) changes.push({ field: 'url', from: null, to: null });
  if (next.description !== locked.description) changes.push({ field: 'description', from: null, to: null });
  if (next.events.join(',') !== locked.events.join(',')) changes.push({ field: 'events', from: null, to: null });
  return changes;
}
