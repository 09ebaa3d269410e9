import type { Body } from '#contract/operation.ts';
import type { SubscriptionRecord, updateWebhookSubscription } from '#contract/webhooks.ts';
import { recordAudit, type AuditChange } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Site } from '#server/http/call.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import {
  getSubscription,
  lockSubscription,
  updateSubscriptionRow,
  type HeldSubscription,
  type SubscriptionState,
} from './subscriptions.sql.ts';
import { testEndpoint, type EndpointCall } from './test-endpoint.ts';

type SubscriptionPatch = Pick<
  Body<typeof updateWebhookSubscription>,
  'url' | 'events' | 'description' | 'include_pii' | 'enabled'
>;

/**
 * Changes what is sent where. Pausing keeps what waits; enabling a disabled one sends a test first, to the address it
 * shall have. Source: shapes.md, webhook_subscriptions.
 * @throws ApiError bad_field, not_found; conflict when the test failed, and then nothing is changed
 */
export async function changeSubscription(
  call: EndpointCall,
  id: bigint,
  patch: SubscriptionPatch,
): Promise<SubscriptionRecord> {
  const { db, site, actor, now } = call;
  const before = await getSubscription(db, site.id, id, now);
  if (before === undefined) throw noSubscription();
  const url = patch.url === undefined ? undefined : await checkWebhookUrl(call, patch.url);
  const isTested = patch.enabled === true && before.state === 'disabled';
  if (isTested) await testEndpoint(call, id, url ?? before.url);
  return db.transaction(async (db) => {
    const held = await takeSubscription(db, site, id);
    if (patch.enabled === true && held.state === 'disabled' && !isTested) {
      throw new ApiError('conflict', 'The subscription was disabled meanwhile');
    }
    const next: SubscriptionState = {
      url: url ?? held.url,
      description: patch.description === undefined ? held.description : patch.description,
      events: patch.events === undefined ? held.events : [...new Set(patch.events)],
      includePii: patch.include_pii ?? held.include_pii,
      state: nextState(held.state, patch.enabled),
    };
    const changes = listChanges(held, next);
    if (changes.length > 0) {
      await updateSubscriptionRow(db, site.id, id, { ...next, isFresh: next.url !== held.url || isTested }, now);
      const objectId = id.toString();
      const entry = { action: 'webhook.update', objectType: 'webhook_subscription', objectId, changes };
      await recordAudit(db, site, entry, { actor, now });
    }
    return answerSubscription(db, site, id, now);
  });
}

/** Held until the transaction ends. @throws ApiError not_found */
export async function takeSubscription(db: Db, site: Pick<Site, 'id'>, id: bigint): Promise<HeldSubscription> {
  const held = await lockSubscription(db, site.id, id);
  if (held === undefined) throw noSubscription();
  return held;
}

export async function answerSubscription(
  db: Db,
  site: Pick<Site, 'id'>,
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

/** A disabled one stays so until a test has gone well: pausing it would be a way around. */
function nextState(state: SubscriptionState['state'], enabled: boolean | undefined): SubscriptionState['state'] {
  if (enabled === true) return 'active';
  return enabled === false && state === 'active' ? 'paused' : state;
}

function listChanges(held: HeldSubscription, next: SubscriptionState): AuditChange[] {
  const changes: AuditChange[] = [];
  if (next.state !== held.state) changes.push({ field: 'state', from: held.state, to: next.state });
  if (next.includePii !== held.include_pii)
    changes.push({ field: 'include_pii', from: held.include_pii, to: next.includePii });
  if (next.url !== held.url) changes.push({ field: 'url', from: null, to: null });
  if (next.description !== held.description) changes.push({ field: 'description', from: null, to: null });
  if (next.events.join(',') !== held.events.join(',')) changes.push({ field: 'events', from: null, to: null });
  return changes;
}
