import type { Body, Reply } from '#contract/operation.ts';
import type { trackEvent as TrackEvent } from '#contract/visitors.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { updateReportedSegments } from './segments.sql.ts';
import { insertEvent, upsertAndLockVisitor } from './visitor-write.sql.ts';
import { checkPast } from '#server/operation/field-errors.ts';

/**
 * Records an event of a visitor, who is created if the key is new. Returns the visitor's segments and those entered or left
 * since the last event (a visitor leaves a segment when its events get too old). Call inside a transaction. See
 * docs/api.md, "Events and segments".
 * @throws ApiError bad_field
 */
export async function trackEventRecord(
  db: Db,
  site: SiteRef,
  body: Body<typeof TrackEvent>,
  context: AuditContext,
): Promise<Reply<typeof TrackEvent>> {
  const { visitor_key: visitorKey, event, properties = {} } = body;
  checkPast('occurred_utc', body.occurred_utc, context.now);
  const occurredUtc = body.occurred_utc ?? context.now.toISOString();
  const visitor = await upsertAndLockVisitor(db, site.id, {
    visitorKey,
    searchText: searchText([visitorKey]),
    at: occurredUtc,
  });
  const id = await insertEvent(db, site.id, { visitorId: visitor.id, event, properties, occurredUtc });
  const change = await updateReportedSegments(db, site.id, visitor.id, context.now);
  if (visitor.is_new) {
    const data = { id: visitor.id, created: true, customer_identity_id: null };
    const pii = { visitor_key: visitorKey, email: null, phone: null, display_name: null };
    await recordEvent(db, site, { type: 'visitor.upserted', data, pii }, context);
  }
  return { id, visitor_key: visitorKey, event, occurred_utc: occurredUtc, ...change };
}

/** POST track. See docs/api.md, "Events and segments". @throws ApiError bad_field for an event in the future */
export const trackEvent: Handler<typeof TrackEvent> = ({ db, site, body, actor, now }) =>
  db.transaction((db) => trackEventRecord(db, site, body, { actor, now }), FEW_IDS);
