import type { EventType } from '#contract/webhook-events.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { writeEventBody } from './event-body.ts';
import { subjectOf, type EventSubject } from './event-subject.ts';
import { findActiveSubscriptions, insertDeliveries, type ActiveSubscription, type NewDelivery } from './outbox.sql.ts';
import { randomBytes } from 'node:crypto';

/**
 * `data` holds IDs, numbers and enum values only; `request_id` is added. Texts from people and addresses belong in
 * `pii`.
 */
export interface SiteEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  /** Merged into `data` for subscriptions that chose `include_pii`. */
  readonly pii?: Readonly<Record<string, unknown>>;
  /** Subject fields that `data` and `pii` do not contain. */
  readonly subject?: Partial<EventSubject>;
}

/** The maximum number of deliveries per statement. */
const MAX_PER_STATEMENT = 1_000;

/**
 * Inserts an event into the outbox of each subscription that wants it. Call it inside the transaction of the reported
 * write, so that a rollback sends nothing. See docs/api.md, "What is sent".
 */
export function recordEvent(db: Db, site: SiteRef, event: SiteEvent, context: AuditContext): Promise<void> {
  return recordEvents(db, site, [event], context);
}

/** Records many events of one transaction in order; a single short query if there are no subscriptions. */
export async function recordEvents(
  db: Db,
  site: SiteRef,
  events: readonly SiteEvent[],
  context: AuditContext,
): Promise<void> {
  if (events.length === 0 || context.isSilent === true) return;
  const subscriptions = await findActiveSubscriptions(db, site.id);
  if (subscriptions.length === 0) return;
  const stamp = { at: context.now.toISOString(), requestId: context.actor.requestId };
  const deliveries = events.flatMap((event) => deliveriesFor(subscriptions, site, event, stamp));
  for (let from = 0; from < deliveries.length; from += MAX_PER_STATEMENT) {
    await insertDeliveries(db, site.id, deliveries.slice(from, from + MAX_PER_STATEMENT), stamp);
  }
}

function deliveriesFor(
  subscriptions: readonly ActiveSubscription[],
  site: SiteRef,
  { type, data, pii = {}, subject }: SiteEvent,
  { at, requestId }: { readonly at: string; readonly requestId: string | null },
): NewDelivery[] {
  const bodies = new Map<boolean, string>();
  const about = { ...subjectOf(type, data, pii), ...subject };
  return subscriptions.flatMap(({ id, events, include_pii: includePii }) => {
    if (!events.includes(type) && !events.includes('*')) return [];
    const event = { type, timestamp: at, siteId: site.id, data, pii: includePii ? pii : null, requestId };
    const body = bodies.get(includePii) ?? writeEventBody(event);
    bodies.set(includePii, body);
    return { subscriptionId: id, messageId: newMessageId(), eventType: type, body, about };
  });
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 26;

/** `msg_` and 130 random bits in base32; receivers use it to detect repeated deliveries. */
export function newMessageId(): string {
  let text = 'msg_';
  for (const byte of randomBytes(LENGTH)) text += ALPHABET[byte % ALPHABET.length] ?? '';
  return text;
}
