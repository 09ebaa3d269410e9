import { sql, type Db } from '#server/db/db.ts';
import type { EventSubject } from './event-subject.ts';
import { wakeDeliverers } from './wake-deliverers.ts';

export interface ActiveSubscription {
  readonly id: bigint;
  readonly events: readonly string[];
  readonly include_pii: boolean;
}

/** Active subscriptions: paused ones receive no events. */
export async function findActiveSubscriptions(db: Db, siteId: bigint): Promise<ActiveSubscription[]> {
  return db.query<ActiveSubscription>(sql`
    select s.id, s.events, s.include_pii from webhook_subscription s
    where s.site_id = ${siteId} and s.state = 'active' order by s.id`);
}

export interface NewDelivery {
  readonly subscriptionId: bigint;
  readonly messageId: string;
  readonly eventType: string;
  readonly body: string;
  readonly isTest?: boolean;
  /** Copies the subject of this delivery. */
  readonly replayOf?: bigint;
  readonly about?: EventSubject;
}

export interface DeliveryStamp {
  /** ISO 8601: the time of creation, and due immediately. */
  readonly at: string;
  readonly requestId: string | null;
}

/**
 * Inserts deliveries and wakes the deliverers after the commit. Skips subscriptions deleted in the meantime, and prevents the
 * deletion of the others until the transaction ends.
 */
export async function insertDeliveries(
  db: Db,
  siteId: bigint,
  deliveries: readonly NewDelivery[],
  { at, requestId }: DeliveryStamp,
): Promise<bigint[]> {
  const first = await db.takeIds(siteId, deliveries.length);
  const rows = await db.query<{ id: bigint }>(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, is_test, replay_of, state,
      scheduled_utc, due_utc, request_id, created_utc, about_ticket_id, about_visitor_id, about_identity_id,
      about_session_id, about_email_key, about_phone_key)
    select ${siteId}, ${first}::bigint + u.position - 1, u.subscription_id, u.message_id, u.event_type, u.body, u.is_test, u.replay_of,
      'pending', ${at}::timestamptz, ${at}::timestamptz, ${requestId}::text, ${at}::timestamptz,
      coalesce(u.ticket_id, old.about_ticket_id), coalesce(u.visitor_id, old.about_visitor_id),
      coalesce(u.identity_id, old.about_identity_id), coalesce(u.session_id, old.about_session_id),
      coalesce(u.email_key, old.about_email_key), coalesce(u.phone_key, old.about_phone_key)
    from unnest(${deliveries.map((one) => one.subscriptionId)}::bigint[], ${deliveries.map((one) => one.messageId)}::text[],
      ${deliveries.map((one) => one.eventType)}::text[], ${deliveries.map((one) => one.body)}::text[],
      ${deliveries.map((one) => one.isTest === true)}::boolean[], ${deliveries.map((one) => one.replayOf ?? null)}::bigint[],
      ${deliveries.map((one) => one.about?.ticketId ?? null)}::bigint[], ${deliveries.map((one) => one.about?.visitorId ?? null)}::bigint[],
      ${deliveries.map((one) => one.about?.identityId ?? null)}::bigint[], ${deliveries.map((one) => one.about?.sessionId ?? null)}::text[],
      ${deliveries.map((one) => one.about?.emailKey ?? null)}::text[], ${deliveries.map((one) => one.about?.phoneKey ?? null)}::text[])
      with ordinality as u (subscription_id, message_id, event_type, body, is_test, replay_of, ticket_id, visitor_id,
        identity_id, session_id, email_key, phone_key, position)
    left join webhook_delivery old on old.site_id = ${siteId} and old.id = u.replay_of
    join (
      select s.id from webhook_subscription s
      where s.site_id = ${siteId} and s.id = any(${[...new Set(deliveries.map((one) => one.subscriptionId))]}::bigint[])
      order by s.id for key share
    ) locked on locked.id = u.subscription_id
    order by u.position
    returning id`);
  if (rows.length > 0) wakeDeliverers(siteId);
  return rows.map(({ id }) => id);
}
