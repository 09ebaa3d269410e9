import type { EventType } from '#contract/webhook-events.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';

/** Ids, numbers and names of enumerations; `request_id` is added. Text from people and addresses go into `pii`. */
export interface SiteEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  /** Merged into `data` for subscriptions that chose `include_pii`. */
  readonly pii?: Readonly<Record<string, unknown>>;
}

/**
 * Puts an event into the outbox of each subscription that wants it; to be called inside the transaction of the write
 * it tells of, so that an event of a write that was rolled back is never sent. Source: trust.md, Webhook design.
 */
export async function recordEvent(
  _db: Db,
  _site: Pick<Site, 'id'>,
  _event: SiteEvent,
  _context: AuditContext,
): Promise<void> {
  // Filled in with the tables of webhooks.
}
