import { emailKey, isPhone, phoneKey } from '#contract/contact-keys.ts';
import type { Reply } from '#contract/operation.ts';
import type {
  deleteVisitor as DeleteVisitor,
  listVisitors as ListVisitors,
  upsertVisitor as UpsertVisitor,
  Visitor,
  VisitorEvent,
} from '#contract/visitors.ts';
import { readBatches } from '#server/db/batches.ts';
import { FEW_IDS, type Db, containsPattern, escapeLike, joinSql, sql, type Statement } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { listReply, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { searchWords, type SearchWord } from '#server/tickets/list/search-words.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { findSegmentNames, isInSegment, segmentNames } from './segments.sql.ts';
import { segmentKey } from './upsert-segment.ts';
import { upsertVisitorRecord } from './upsert-visitor-record.ts';

const MAX_EVENTS = 200;

/**
 * GET visitors: one visitor by `key` with the newest events, or a list. See docs/api.md, "Visitors".
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
  const reply = await listReply(items, query, () => countVisitors(db, site.id, selection, { now }));
  if (query.segment_names !== true) return reply;
  const segment_names = await findSegmentNames(db, site.id);
  return reply instanceof StreamedReply
    ? new StreamedReply<Reply<typeof ListVisitors>>({ ...reply.value, segment_names })
    : { ...reply, segment_names };
};

/** POST visitors: creates or changes the visitor with this key. */
export const upsertVisitor: Handler<typeof UpsertVisitor> = ({ db, site, body, actor, now }) =>
  retryConflicts(
    db,
    async (db) => {
      const created = await upsertVisitorRecord(db, site, body, { actor, now });
      const visitor = await getVisitor(db, site.id, body.visitor_key, { now });
      if (visitor === undefined) throw new Error('the stored visitor was not found');
      return { ...visitor, created };
    },
    // 23503: the customer was merged or deleted between the look-up and the write.
    ['23503'],
  );

/** DELETE visitors: erases everything with this key. Succeeds if there is nothing. */
export const deleteVisitor: Handler<typeof DeleteVisitor> = ({ db, site, query: { key }, actor, now }) =>
  db.transaction(async (db) => ({ visitor_key: key, ...(await eraseVisitor(db, site, key, { actor, now })) }), FEW_IDS);

/** The customer linked to a visitor; null if there is none or the site has no such visitor. */
export async function customerOfVisitor(db: Db, site: SiteRef, visitorKey: string): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select v.customer_identity_id as id from visitor v
    where v.site_id = ${site.id} and v.visitor_key = ${visitorKey}`);
  return row?.id ?? null;
}

interface VisitorSelection {
  /** Each must occur in the key, email, phone or name. */
  readonly words: readonly SearchWord[];
  /** Phone key of the whole search text, if it is a phone. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  readonly segmentKey: string | null;
  readonly customerIdentityId: bigint | null;
}

function columns(now: Date): Statement {
  return sql`v.id, v.visitor_key, v.email, v.phone, v.display_name, v.attributes, v.customer_identity_id,
    ${segmentNames(now)} as segments, v.event_count, v.first_seen_utc, v.last_seen_utc`;
}

/** By first visit, newest first. */
export function readVisitors(
  db: Db,
  siteId: bigint,
  selection: VisitorSelection,
  { now, ...page }: { readonly limit: number; readonly skip: number; readonly now: Date },
): AsyncGenerator<Visitor[]> {
  return readBatches<Visitor>(db, {
    columns: columns(now),
    alias: sql`v`,
    rows: (position) => sql`select * from visitor v where ${selected(siteId, selection, now)} and ${position}`,
    at: 'first_seen_utc',
    order: 'newest first',
    size: sql`pg_column_size(attributes) * 4`,
    ...page,
  });
}

async function countVisitors(
  db: Db,
  siteId: bigint,
  selection: VisitorSelection,
  { now }: { readonly now: Date },
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from visitor v where ${selected(siteId, selection, now)}`,
  );
  return row?.total ?? 0;
}

export async function getVisitor(
  db: Db,
  siteId: bigint,
  visitorKey: string,
  { now }: { readonly now: Date },
): Promise<Visitor | undefined> {
  const [row] = await db.query<Visitor>(
    sql`select ${columns(now)} from visitor v where v.site_id = ${siteId} and v.visitor_key = ${visitorKey}`,
  );
  return row;
}

/** Newest first. */
async function findEvents(db: Db, siteId: bigint, visitorId: bigint, limit: number): Promise<VisitorEvent[]> {
  return db.query<VisitorEvent>(sql`
    select id, event, properties, occurred_utc from visitor_event
    where site_id = ${siteId} and visitor_id = ${visitorId} order by occurred_utc desc, id desc limit ${limit}`);
}

function wordConditions(words: readonly SearchWord[], phoneKey: string | null): Statement[] {
  const conditions = words.map(({ text, other }) => {
    const occurs = sql`v.search_text like ${containsPattern(text)}`;
    return other === null ? occurs : sql`(${occurs} or v.search_text like ${`% ${escapeLike(other)} %`})`;
  });
  return phoneKey === null ? conditions : [sql`((${joinSql(conditions, ' and ')}) or v.phone_key = ${phoneKey})`];
}

function selected(siteId: bigint, selection: VisitorSelection, now: Date): Statement {
  const { words, phoneKey, emailKey, segmentKey, customerIdentityId } = selection;
  const conditions = [sql`v.site_id = ${siteId}`, ...wordConditions(words, phoneKey)];
  if (emailKey !== null) conditions.push(sql`v.email_key = ${emailKey}`);
  if (segmentKey !== null) conditions.push(isInSegment(siteId, segmentKey, now));
  if (customerIdentityId !== null) conditions.push(sql`v.customer_identity_id = ${customerIdentityId}`);
  return joinSql(conditions, ' and ');
}
