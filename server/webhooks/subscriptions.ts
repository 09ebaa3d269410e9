import {
  MAX_SUBSCRIPTIONS,
  type createWebhookSubscription as CreateWebhookSubscription,
  type deleteWebhookSubscription as DeleteWebhookSubscription,
  type listWebhookSubscriptions as ListWebhookSubscriptions,
  type updateWebhookSubscription as UpdateWebhookSubscription,
} from '#contract/webhooks.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, Handler } from '#server/operation/call.ts';
import { confirmToken } from '#server/tokens/confirm-token.ts';
import { changeSubscription, noSubscription, lockSubscriptionOrFail } from './change-subscription.ts';
import { checkWebhookUrl, maskUrl } from './check-webhook-url.ts';
import { addDueSite, removeDueSite } from './due-sites.sql.ts';
import { endOverlap, rotateSecret } from './rotate-secret.ts';
import {
  countSubscriptions,
  deleteSubscription,
  findSubscriptions,
  getSubscription,
  insertSubscription,
  lockSubscriptions,
} from './subscriptions.sql.ts';
import type { EndpointCall } from './test-endpoint.ts';
import { deriveSecret, newSecretSource } from './webhook-secret.ts';

/**
 * GET webhook_subscriptions: newest first, or one by ID. Masks URLs for tokens that may not change subscriptions. See
 * docs/api.md, "Subscriptions".
 * @throws ApiError not_found
 */
export const listWebhookSubscriptions: Handler<typeof ListWebhookSubscriptions> = async (call) => {
  const { items, total_count } = await readSubscriptions(call);
  if (call.token.allows('webhooks:write')) return { items, total_count };
  return { items: items.map((item) => ({ ...item, url: maskUrl(item.url) })), total_count };
};

async function readSubscriptions({
  db,
  site,
  query: { id, limit, skip },
  now,
}: Call<typeof ListWebhookSubscriptions>): Promise<Reply<typeof ListWebhookSubscriptions>> {
  if (id !== undefined) {
    const one = await getSubscription(db, site.id, id, now);
    if (one === undefined) throw noSubscription();
    return { items: [one], total_count: 1 };
  }
  const items = await findSubscriptions(db, site.id, { limit, skip }, now);
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countSubscriptions(db, site.id) };
}

/**
 * POST webhook_subscriptions: only this reply contains the secret. See docs/api.md, "Subscriptions".
 * @throws ApiError insufficient_scope for a session that includes personal data without confirming its token, since
 * data is sent after the session ends; bad_field for a forbidden URL, conflict if the site has 100
 */
export const createWebhookSubscription: Handler<typeof CreateWebhookSubscription> = async (call) => {
  const { confirm_token: raw, ...body } = call.body;
  if (body.include_pii === true) await confirmToken(call, raw, 'webhook_subscriptions');
  return addSubscription({ ...call, body });
};

/** POST webhook_subscriptions for internal callers, without confirmation. */
export async function addSubscription(
  call: EndpointCall & { readonly body: Omit<Body<typeof CreateWebhookSubscription>, 'confirm_token'> },
): Promise<Reply<typeof CreateWebhookSubscription>> {
  const { db, site, body, actor, now, keys } = call;
  const url = await checkWebhookUrl(call, body.url);
  const source = newSecretSource(keys);
  const state = body.enabled === false ? 'paused' : 'active';
  const row = {
    url,
    description: body.description ?? null,
    events: [...new Set(body.events)],
    includePii: body.include_pii ?? false,
    state,
    ...source,
  } as const;
  return db.transaction(async (db) => {
    await lockSubscriptions(db, site.id);
    if ((await countSubscriptions(db, site.id)) >= MAX_SUBSCRIPTIONS) {
      throw new ApiError('conflict', `A site has at most ${MAX_SUBSCRIPTIONS} subscriptions`);
    }
    const id = await insertSubscription(db, site.id, row, now);
    await addDueSite(db, site.id, now);
    const changes = [
      { field: 'state', from: null, to: state },
      { field: 'include_pii', from: null, to: row.includePii },
    ];
    const entry: AuditEntry = {
      action: 'webhook.create',
      objectType: 'webhook_subscription',
      objectId: id.toString(),
      changes,
    };
    await recordAudit(db, site, entry, { actor, now });
    const made = await getSubscription(db, site.id, id, now);
    const secret = deriveSecret(keys, id, source);
    if (made === undefined || secret === undefined) throw new Error('the database returned no subscription');
    return { ...made, secret };
  });
}

/**
 * PATCH webhook_subscriptions: changes fields, rotates the secret or ends an overlap, one of them per request.
 * @throws ApiError missing_field, bad_field, not_found, insufficient_scope for a session that sends more personal data
 * or takes a new secret without confirming its token, or conflict: an overlap is running, or the test failed
 */
export const updateWebhookSubscription: Handler<typeof UpdateWebhookSubscription> = async (call) => {
  const {
    id,
    rotate_secret: rotates,
    overlap_hours: overlapHours,
    end_overlap: ends,
    confirm_token: raw,
    ...patch
  } = call.body;
  const fields = Object.values(patch).filter((field) => field !== undefined).length;
  if ((rotates === true || ends === true) && (fields > 0 || (rotates === true && ends === true))) {
    throw new ApiError(
      'bad_field',
      `${rotates === true ? 'rotate_secret' : 'end_overlap'} cannot be combined with other fields`,
    );
  }
  if (overlapHours !== undefined && rotates !== true) {
    throw new ApiError('bad_field', 'overlap_hours can only be given with rotate_secret');
  }
  if (rotates === true) {
    await confirmToken(call, raw, 'webhook_subscriptions');
    return rotateSecret(call, id, overlapHours);
  }
  if (ends === true) return endOverlap(call, id);
  if (fields === 0) throw new ApiError('missing_field', 'Give at least one field to change besides id');
  return changeSubscription(call, id, patch, () => confirmToken(call, raw, 'webhook_subscriptions'));
};

/** DELETE webhook_subscriptions: deletes pending deliveries and the log as well. @throws ApiError not_found */
export const deleteWebhookSubscription: Handler<typeof DeleteWebhookSubscription> = (call) => {
  const { db, site, query, actor, now } = call;
  return db.transaction(async (db) => {
    await lockSubscriptions(db, site.id);
    const { id } = await lockSubscriptionOrFail(db, site, query.id);
    await deleteSubscription(db, site.id, id);
    await removeDueSite(db, site.id);
    const entry: AuditEntry = {
      action: 'webhook.delete',
      objectType: 'webhook_subscription',
      objectId: id.toString(),
      changes: [],
    };
    await recordAudit(db, site, entry, { actor, now });
    return { id, deleted: true as const };
  });
};
