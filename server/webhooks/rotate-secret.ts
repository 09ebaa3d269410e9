import type { Reply } from '#contract/operation.ts';
import type { updateWebhookSubscription } from '#contract/webhooks.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { readSubscriptionOrFail, lockSubscriptionOrFail } from './change-subscription.ts';
import { updateSecret } from './subscriptions.sql.ts';
import { deriveSecret, newSecretSource } from './webhook-secret.ts';

type UpdateCall = Call<typeof updateWebhookSubscription>;
type Updated = Reply<typeof updateWebhookSubscription>;

const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Rotates the secret of a subscription; the old one also signs for `hours`, with 0 it ends immediately.
 * @throws ApiError not_found; conflict while an earlier overlap is running
 */
export function rotateSecret(call: UpdateCall, id: bigint, hours = DEFAULT_HOURS): Promise<Updated> {
  const { db, site, now, keys } = call;
  return db.transaction(async (db) => {
    const locked = await lockSubscriptionOrFail(db, site, id);
    if (locked.overlap_until_utc !== null && new Date(locked.overlap_until_utc) > now) {
      throw new ApiError(
        'conflict',
        `The previous secret is valid until ${locked.overlap_until_utc}: end that overlap first`,
      );
    }
    const source = newSecretSource(keys);
    const old =
      hours === 0
        ? { old_key_id: null, old_nonce: null, overlap_until_utc: null }
        : {
            old_key_id: locked.key_id,
            old_nonce: locked.nonce,
            overlap_until_utc: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
          };
    await updateSecret(db, site.id, id, { key_id: source.keyId, nonce: source.nonce, ...old }, now);
    await audit(db, call, 'webhook.rotate_secret', [{ field: 'overlap_hours', from: null, to: hours }]);
    const secret = deriveSecret(keys, id, source);
    if (secret === undefined) throw new Error('the new secret could not be derived');
    return { ...(await readSubscriptionOrFail(db, site, id, now)), secret };
  });
}

/** Ends the overlap, so that only the newest secret signs. @throws ApiError not_found */
export function endOverlap(call: UpdateCall, id: bigint): Promise<Updated> {
  const { db, site, now } = call;
  return db.transaction(async (db) => {
    const { key_id, nonce, old_nonce: old } = await lockSubscriptionOrFail(db, site, id);
    if (old !== null) {
      const alone = { key_id, nonce, old_key_id: null, old_nonce: null, overlap_until_utc: null };
      await updateSecret(db, site.id, id, alone, now);
      await audit(db, call, 'webhook.end_overlap', []);
    }
    return readSubscriptionOrFail(db, site, id, now);
  });
}

async function audit(
  db: Db,
  call: UpdateCall,
  action: AuditEntry['action'],
  changes: readonly AuditChange[],
): Promise<void> {
  const { site, actor, now, body } = call;
  const entry: AuditEntry = { action, objectType: 'webhook_subscription', objectId: body.id.toString(), changes };
  await recordAudit(db, site, entry, { actor, now });
}
