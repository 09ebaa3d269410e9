import type { Visitor, VisitorEvent } from '#contract/visitors.ts';
import { readBatches } from '#server/db/batches.ts';
import { containsPattern, type Db, escapeLike, joinSql, sql, type Statement } from '#server/db/db.ts';
import type { SearchWord } from '#server/tickets/list/search-words.ts';
import { isInSegment, segmentNames } from './segments.sql.ts';

export interface VisitorSelection {
  /** Each must occur in key, email, phone or name. */
  readonly words: readonly SearchWord[];
  /** Key of all words together, where they are a phone. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  readonly segmentKey: string | null;
  readonly customerIdentityId: bigint | null;
}

function columns(now: Date): Statement {
  return sql`v.id, v.visitor_key, v.email, v.phone, v.display_name, v.attributes, v.customer_identity_id,
    ${segmentNames(now)} as segments, v.event_count, v.first_seen_utc, v.last_seen_utc`;
}

/** Those seen first last come first. */
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

export async function countVisitors(
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

export async function getVisitorCustomer(db: Db, siteId: bigint, visitorKey: string): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select v.customer_identity_id as id from visitor v
    where v.site_id = ${siteId} and v.visitor_key = ${visitorKey}`);
  return row?.id ?? null;
}

/** Newest first. */
export async function findEvents(db: Db, siteId: bigint, visitorId: bigint, limit: number): Promise<VisitorEvent[]> {
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
