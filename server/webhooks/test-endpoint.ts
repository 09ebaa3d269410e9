import type { Operation } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import { insertAttempt, storeSuccess } from './attempt.sql.ts';
import type { UrlRules } from './check-webhook-url.ts';
import { writeSample } from './event-samples.ts';
import { insertDeliveries } from './outbox.sql.ts';
import { sendDelivery } from './send-delivery.ts';
import { getSecretColumns } from './subscriptions.sql.ts';
import { signingSecrets } from './webhook-secret.ts';
import { newMessageId } from './record-event.ts';

/** The same capacity as the deliverer: each test may hang for 15 seconds. */
const tests = new FairSemaphore({ capacity: 32 });

/** The part of a call that managing an endpoint needs. */
export type EndpointCall = Pick<Call<Operation>, 'db' | 'site' | 'actor' | 'now' | 'keys'> & UrlRules;

/**
 * Sends `webhook.test` immediately and logs its outcome. Holds no database lock while sending.
 * @throws ApiError conflict if it was not accepted, overloaded while many other tests run
 */
export async function testEndpoint(call: EndpointCall, id: bigint, url: string): Promise<void> {
  const { db, site, actor, now, keys, config, resolveHost } = call;
  const columns = await getSecretColumns(db, site.id, id);
  const secrets = columns === undefined ? [] : signingSecrets(keys, id, columns, now);
  if (secrets.length === 0) throw new ApiError('conflict', 'The key of its secret is gone: rotate the secret first');
  const messageId = newMessageId();
  const body = writeSample('webhook.test', site, { actor, now });
  const signal = new AbortController().signal;
  const context = { now, allowPrivate: config.webhookAllowPrivate, resolveHost, signal };
  const release = tests.tryAcquire(site.id);
  if (release === null) {
    throw new ApiError('overloaded', 'Many endpoints are being tested; try again in a moment', {
      retryAfterSeconds: 5,
    });
  }
  const outcome = await sendDelivery({ url, messageId, body, secrets }, context).finally(release);
  const isAccepted = outcome.error_code === null;
  await db.transaction(async (db) => {
    const at = now.toISOString();
    const delivery = { subscriptionId: id, messageId, eventType: 'webhook.test', body, isTest: true };
    const stamp = { at, requestId: actor.requestId };
    const [deliveryId] = await insertDeliveries(db, site.id, [delivery], stamp);
    if (deliveryId === undefined) return;
    if (isAccepted) {
      await storeSuccess(db, site.id, { subscriptionId: id, deliveryId, lease: null, outcome }, at);
      return;
    }
    const failure = { id: deliveryId, attempt: 1, scheduledUtc: at, outcome, state: 'failed', dueUtc: null } as const;
    await insertAttempt(db, site.id, failure, at);
  });
  if (isAccepted) return;
  const reason = outcome.http_status === null ? outcome.error_code : `status ${outcome.http_status}`;
  throw new ApiError('conflict', `The test was not accepted (${reason}): the subscription stays disabled`);
}
