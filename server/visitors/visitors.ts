import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type {
  deleteVisitor as DeleteVisitor,
  listVisitors as ListVisitors,
  upsertVisitor as UpsertVisitor,
} from '#contract/visitors.ts';
import { emailKey } from '#server/customers/contact-keys.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { searchWords } from '#server/tickets/list/search-words.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { segmentKey } from './segment-key.ts';
import { upsertVisitorRecord } from './upsert-visitor-record.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { countVisitors, findEvents, getVisitor, readVisitors } from './visitors.sql.ts';

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
    words: searchWords(q).map(({ text }) => text),
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
