import type { exportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { readBatches } from '#server/db/batches.ts';
import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { forgetDeliveries } from '#server/webhooks/forget-person.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { listsOf, WEIGHED_ROWS } from '#server/operation/attach-lists.ts';
import { mapList, type Streamed } from '#server/operation/streamed-reply.ts';
import { eraseSessionsOf } from '#server/conversations/person-sessions.ts';

const VISITORS_PER_STEP = 50;
const PAGE = 500;
/** Erasing a visitor takes about as long as this many rows. */
const ROWS_PER_VISITOR = 20;

interface KnownPerson {
  readonly identityId: bigint | null;
  /** In matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

interface FoundVisitor {
  readonly id: bigint;
  readonly visitor_key: string;
  readonly display_name: string | null;
}

type ExportedVisitor = Reply<typeof exportCustomer>['visitors'][number];
type VisitorRow = Omit<ExportedVisitor, 'events'> & { readonly id: bigint };
type EventRow = ExportedVisitor['events'][number] & { readonly owner_id: bigint };

interface ErasedVisitors {
  readonly found: readonly FoundVisitor[];
  readonly visitors: number;
  readonly events: number;
  readonly sessions: number;
  readonly webhook_bodies: number;
}

/**
 * Erases the visitor records of a person with their events, sessions and webhook deliveries until the budget is spent.
 * Call inside a transaction, before the customer record is deleted.
 */
export async function eraseVisitorsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
  { budget, ...context }: AuditContext & { readonly budget: RowBudget },
): Promise<ErasedVisitors> {
  const step = { budget, now: context.now };
  let [visitors, events, sessions, webhook_bodies] = [0, 0, 0, 0];
  const found = await lockVisitorsOf(db, site.id, person, VISITORS_PER_STEP);
  for (const { id, visitor_key: key } of found) {
    const erased = await eraseSessionsOf(db, site, { visitorKeys: [key] }, step);
    sessions += erased.sessions;
    webhook_bodies += erased.webhook_bodies;
    if (budget.isSpent) break;
    const gone = await deleteEventsOf(db, site.id, id, budget.left);
    events += gone;
    budget.take(gone);
    if (budget.isSpent) break;
    webhook_bodies += await forgetDeliveries(db, site, { visitorIds: [id] }, step);
    if (budget.isSpent) break;
    await eraseVisitor(db, site, key, context, erased.sessions);
    visitors += 1;
    budget.take(ROWS_PER_VISITOR);
    if (budget.isSpent) break;
  }
  // A full page: there may be more, so end this step.
  if (visitors === VISITORS_PER_STEP) budget.take(budget.left);
  return { found, visitors, events, sessions, webhook_bodies };
}

/** The visitors that `eraseVisitorsOf` would erase, read in pages. */
export async function findVisitorsOf(db: Db, site: SiteRef, person: KnownPerson): Promise<FoundVisitor[]> {
  const found: FoundVisitor[] = [];
  for (let after = 0n; ;) {
    const page = await findVisitorPage(db, site.id, person, { after, limit: PAGE });
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.id;
  }
}

export async function countVisitorEvents(db: Db, site: SiteRef, visitorIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from visitor_event
    where site_id = ${site.id} and visitor_id = any(${visitorIds}::bigint[])`);
  return row?.total ?? 0;
}

/** Every visitor record of a person with its events, newest first. */
export async function* readVisitorsOf(
  db: Db,
  { id: siteId }: SiteRef,
  person: KnownPerson,
): AsyncGenerator<readonly Streamed<ExportedVisitor>[]> {
  for await (const rows of readVisitorsOfPerson(db, siteId, person)) {
    const eventsOf = await listsOf(rows, {
      weigh: (ids) => weighEvents(db, siteId, ids),
      findAll: (ids) => findEvents(db, siteId, ids),
      ownerOf: ({ owner_id: id }: EventRow) => id,
      read: (visitor) => readEvents(db, siteId, visitor),
    });
    yield rows.map((row) => {
      const { id: _id, ...visitor } = row;
      return { ...visitor, events: mapList(eventsOf(row), asEvent) };
    });
  }
}

function asEvent({ owner_id: _owner, ...event }: EventRow): Omit<EventRow, 'owner_id'> {
  return event;
}

/** A `select` of the keys of a person's visitors, for queries of other families. */
export function visitorKeysOf(site: SiteRef, person: KnownPerson): Statement {
  return sql`select v.visitor_key from visitor v where ${ofPerson(site.id, person)}`;
}

/** A phone only matches visitors without an email and without a customer. */
function ofPerson(siteId: bigint, { identityId, emailKeys, phoneKeys }: KnownPerson): Statement {
  return sql`v.site_id = ${siteId}
    and (v.email_key = any(${emailKeys}::text[]) or v.customer_identity_id = ${identityId}::bigint
      or (v.phone_key = any(${phoneKeys}::text[]) and v.email_key is null and v.customer_identity_id is null))`;
}

/** Locked until the transaction ends. */
async function lockVisitorsOf(db: Db, siteId: bigint, person: KnownPerson, limit: number): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v where ${ofPerson(siteId, person)}
    order by v.id limit ${limit} for update`);
}

/** A page in id order, after the id `after`. */
async function findVisitorPage(
  db: Db,
  siteId: bigint,
  person: KnownPerson,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<FoundVisitor[]> {
  return db.query<FoundVisitor>(sql`
    select v.id, v.visitor_key, v.display_name from visitor v
    where ${ofPerson(siteId, person)} and v.id > ${after} order by v.id limit ${limit}`);
}

async function deleteEventsOf(db: Db, siteId: bigint, visitorId: bigint, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from visitor_event where site_id = ${siteId} and id = any(array(
      select e.id from visitor_event e where e.site_id = ${siteId} and e.visitor_id = ${visitorId} limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

/** By first visit, newest first. */
function readVisitorsOfPerson(db: Db, siteId: bigint, person: KnownPerson): AsyncGenerator<VisitorRow[]> {
  return readBatches<VisitorRow>(db, {
    columns: sql`id, visitor_key, email, phone, display_name, attributes, first_seen_utc, last_seen_utc`,
    rows: (position) => sql`
      select * from (select * from visitor v where ${ofPerson(siteId, person)} offset 0) v where ${position}`,
    at: 'first_seen_utc',
    order: 'newest first',
    size: sql`pg_column_size(attributes) * 4 + 500`,
  });
}

async function weighEvents(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(pg_column_size(properties) * 4 + 200), 0)::float8 as bytes from (
      select properties from visitor_event where site_id = ${siteId} and visitor_id = any(${ids}::bigint[])
      limit ${WEIGHED_ROWS}) e`);
  return row?.bytes ?? 0;
}

/** Newest first. */
async function findEvents(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<EventRow[]> {
  return db.query<EventRow>(sql`
    select visitor_id as owner_id, event, properties, occurred_utc from visitor_event
    where site_id = ${siteId} and visitor_id = any(${ids}::bigint[]) order by occurred_utc desc, id desc`);
}

/** Newest first. */
function readEvents(db: Db, siteId: bigint, { id }: VisitorRow): AsyncGenerator<EventRow[]> {
  return readBatches<EventRow>(db, {
    columns: sql`visitor_id as owner_id, event, properties, occurred_utc`,
    rows: (position) => sql`
      select * from visitor_event where site_id = ${siteId} and visitor_id = ${id} and ${position}`,
    at: 'occurred_utc',
    order: 'newest first',
    size: sql`pg_column_size(properties) * 4`,
  });
}
