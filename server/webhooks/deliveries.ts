import type {
  DeliveryRecord,
  listWebhookDeliveries as ListWebhookDeliveries,
  listWebhookEvents as ListWebhookEvents,
  sendWebhookDeliveries as SendWebhookDeliveries,
} from '#contract/webhook-deliveries.ts';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { countDeliveries, findAttempts, findDeliveries, getDelivery } from './deliveries.sql.ts';
import { EVENT_SAMPLES, sampleOf } from './event-samples.ts';
import { recoverDeliveries, replayDelivery, sendTest } from './send-again.ts';

/**
 * GET webhook_deliveries: newest first, or one with body and attempts. @throws ApiError insufficient_scope, not_found
 */
export const listWebhookDeliveries: Handler<typeof ListWebhookDeliveries> = async ({ db, site, token, query, now }) => {
  const { id, limit, skip, ...filter } = query;
  if (id !== undefined) {
    // Bodies contain texts of customers, and attempts contain replies of receivers; the list contains neither.
    if (!token.allows('admin:read')) throw insufficientScope('admin:read');
    const one = await getDelivery(db, site.id, id);
    if (one === undefined) throw new ApiError('not_found', 'There is no webhook delivery with this id');
    return { items: [{ ...one, attempts: await findAttempts(db, site.id, id) }], total_count: 1 };
  }
  const items: DeliveryRecord[] = await findDeliveries(db, site.id, filter, { limit, skip, now });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countDeliveries(db, site.id, filter, now) };
};

/** POST webhook_deliveries. @throws ApiError missing_field, bad_field, not_found, conflict */
export const sendWebhookDeliveries: Handler<typeof SendWebhookDeliveries> = async (call) => {
  const { action, ...fields } = call.body;
  const { subscription_id: subscriptionId, event_type: eventType, id, since_utc: since, dry_run: dryRun } = fields;
  const refuse = (...names: (keyof typeof fields)[]) => {
    const extra = names.find((name) => fields[name] !== undefined);
    if (extra !== undefined) throw new ApiError('bad_field', `${extra} cannot be given with the action ${action}`);
  };
  switch (action) {
    case 'test':
      refuse('id', 'since_utc', 'dry_run');
      if (subscriptionId === undefined) throw new ApiError('missing_field', 'subscription_id is required');
      return sendTest(call, subscriptionId, eventType ?? 'webhook.test');
    case 'replay':
      refuse('subscription_id', 'event_type', 'since_utc', 'dry_run');
      if (id === undefined) throw new ApiError('missing_field', 'id is required');
      return replayDelivery(call, id);
    case 'recover':
      refuse('id', 'event_type');
      if (since === undefined) throw new ApiError('missing_field', 'since_utc is required');
      return recoverDeliveries(call, { subscriptionId, since }, dryRun === true);
  }
};

/** GET webhook_events: every event type with a sample for this site. */
export const listWebhookEvents: Handler<typeof ListWebhookEvents> = async ({ site, actor, now }) => {
  const context = { siteId: site.id, requestId: actor.requestId, now };
  const items = EVENT_TYPES.map((type) => ({
    type,
    description: EVENT_SAMPLES[type].description,
    sample: sampleOf(type, context),
  }));
  return { items, total_count: items.length };
};
