import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type {
  deleteVisitor as DeleteVisitor,
  listVisitors as ListVisitors,
  upsertVisitor as UpsertVisitor,
} from '#contract/visitors.ts';
import { emailKey, isPhone, phoneKey } from '#contract/contact-keys.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { searchWords } from '#server/tickets/list/search-words.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { upsertVisitorRecord } from './upsert-visitor-record.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { countVisitors, findEvents, getVisitor, getVisitorCustomer, readVisitors } from './visitors.sql.ts';
import { segmentKey } from './upsert-segment.ts';
import type { Db } from '#server/db/db.ts';

const MAX_EVENTS = 200;

/**
 * GET visitors: the one of `key` with the newest events, else a list. See docs/api.md, "Visitors".
 * @throws ApiError not_found for an unknown key
 */
export const listVisitors: Handler<typeof ListVisitors> = async ({ db, site, now, query }) => {
  const { key, q = '', email, segment, customer_identity_id: identityId, limit, skip } = query;
  if (key !== undefined) {
    const visitor = await getVisitor(db, site.id, key, { now });
    if (visitor === undefined) throw new ApiError('not_found', 'There is no visitor with this key');
    return { ...visitor, events: await findEvents(db, site.id, visitor.id, MAX_EVENTS) };
  }
  const selection = {
    words: searchWords(q),
    phoneKey: isPhone(q) ? phoneKey(q, site.country) : null,
    emailKey: email === undefined ? null : emailKey(email),
    segmentKey: segment === undefined ? null : segmentKey(segment),
    customerIdentityId: identityId ?? null,
  };
  const items = await wholeOrStreamed(readVisitors(db, site.id, selection, { limit, skip, now }));
  return listReply(items, query, () => countVisitors(db, site.id, selection, { now }));
};

/** POST visitors: makes or changes the visitor of a key. */
export const upsertVisitor: Handler<typeof UpsertVisitor> = ({ db, site, body, actor, now }) =>
  retryConflicts(
    db,
    async (db) => {
      const created = await upsertVisitorRecord(db, site, body, { actor, now });
      const visitor = await getVisitor(db, site.id, body.visitor_key, { now });
      if (visitor === undefined) throw new Error('the visitor was not answered');
      return { ...visitor, created };
    },
    // The customer was merged or removed between being found and being named.
    ['23503'],
  );

/** DELETE visitors: erases everything that the key names; an absent one is 200. */
export const deleteVisitor: Handler<typeof DeleteVisitor> = ({ db, site, query: { key }, actor, now }) =>
  db.transaction(async (db) => ({ visitor_key: key, ...(await eraseVisitor(db, site, key, { actor, now })) }));

/** The customer that a visitor is linked to; null where there is none and where the site has no such visitor. */
export function customerOfVisitor(db: Db, site: SiteRef, visitorKey: string): Promise<bigint | null> {
  return getVisitorCustomer(db, site.id, visitorKey);
}
