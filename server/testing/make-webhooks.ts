import { sql } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import type { TestService } from './service.ts';

/** Records for the rows of webhooks. */
export interface WebhookFixture {
  readonly subscriptionId: bigint;
  /** A pending delivery. */
  readonly deliveryId: bigint;
  /** A failed delivery, with its body. */
  readonly failedDeliveryId: bigint;
  /** Creates one more subscription, with a running overlap if asked for. */
  makeSubscription(options?: { readonly isOverlapping: boolean }): Promise<bigint>;
  /** The token of a site with the maximum number of subscriptions. */
  fullSite(): Promise<string>;
}

/** Public and unused: an IP address, so that no name has to be resolved. */
const URL = 'https://93.184.215.14/hooks';

export async function makeWebhooks(service: TestService, site: Site, token: string): Promise<WebhookFixture> {
  const { database, clock } = service;
  const makeSubscription = async ({ isOverlapping } = { isOverlapping: false }) => {
    const created = await service.call('POST', 'webhook_subscriptions', {
      token,
      // Other tests create no deliveries.
      body: { url: URL, events: ['webhook.disabled'] },
    });
    const id: unknown = created.json.data.id;
    if (isOverlapping) {
      await service.call('PATCH', 'webhook_subscriptions', { token, body: { id, rotate_secret: true } });
    }
    return BigInt(String(id));
  };
  const subscriptionId = await makeSubscription();
  // Inserted by SQL, because without extensions the API has no deliveries.
  const insertDelivery = async (state: 'pending' | 'failed') => {
    const at = clock.now().toISOString();
    const id = await database.owner.takeIds(site.id, 1);
    await database.owner.query(sql`
      insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, due_utc,
        created_utc)
      values (${site.id}, ${id}, ${subscriptionId}, 'msg_fixture', 'ticket.created', '{}', ${state}, ${at},
        case when ${state} = 'pending' then ${at}::timestamptz end, ${at})`);
    return id;
  };
  return {
    subscriptionId,
    deliveryId: await insertDelivery('pending'),
    failedDeliveryId: await insertDelivery('failed'),
    makeSubscription,
    async fullSite() {
      const full = await service.createSite();
      const at = clock.now().toISOString();
      await database.owner.query(sql`
        insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
        select ${full.site.id}, n, ${URL}, '{*}', false, 'active', '', '', ${at}, ${at}
        from generate_series(1, 100) n`);
      return full.token;
    },
  };
}
